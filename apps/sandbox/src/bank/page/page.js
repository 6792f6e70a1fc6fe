// The small script of the bank's page: names while typing, recent accounts, one transfer per press. The form works
// without it. Every word it shows comes from the page's own markup.

const RECENT_KEY = 'sandbox-bank-recent';
const ATTEMPT_KEY = 'sandbox-bank-attempt';
const RECENT_MAX = 4;

const form = document.querySelector('[data-transfer]');
if (form) {
  watchParties();
  fillFromChips();
  showRecent();
  form.addEventListener('submit', leave);
  // The back button restores the form, ready to submit.
  addEventListener('pageshow', () => form.querySelector('[type=submit]').removeAttribute('aria-disabled'));
}
if (document.querySelector('[data-done]')) keepAttempt();
for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', () => void copy(button));
}

function watchParties() {
  for (const bank of form.querySelectorAll('[data-bank]')) {
    const account = bank.closest('.pair').querySelector('[data-account]');
    const holder = bank.closest('.pair').nextElementSibling;
    const look = () => void lookUp(holder, bank.value, account.value);
    bank.addEventListener('change', () => {
      showMark(bank);
      look();
    });
    account.addEventListener('input', look);
  }
  for (const phone of form.querySelectorAll('[data-wallet]')) {
    const holder = phone.closest('.field').querySelector('[data-holder]');
    phone.addEventListener('input', () => void lookUp(holder, 'TRUEMONEY', phone.value));
  }
}

function showMark(bank) {
  const mark = bank.parentElement.querySelector('[data-mark]');
  mark.className = bank.value ? `mark bank-${bank.value}` : 'mark';
  mark.textContent = bank.selectedOptions[0]?.dataset.short ?? '';
}

async function lookUp(holder, bankCode, typed) {
  const account = digitsOf(typed);
  const question = `${bankCode}/${account}`;
  if (holder.dataset.lookup === question) return;
  holder.dataset.lookup = question;
  show(holder, '', false);
  if (!bankCode || (account.length !== 10 && (account.length !== 12 || bankCode === 'TRUEMONEY'))) return;

  show(holder, holder.dataset.checking, false);
  let answer = [holder.dataset.failed, true];
  try {
    const response = await fetch(`/bank/accounts/${question}`);
    const body = await response.json();
    if (response.status === 404) answer = [holder.dataset.notFound, true];
    else if (response.ok) answer = body.state === 'closed' ? [holder.dataset.closed, true] : [body.name, false];
    else answer = ['', false];
  } catch {
    // Offline: the message above states that the name is unknown.
  }
  // A later look-up may have been sent meanwhile.
  if (holder.dataset.lookup === question) show(holder, ...answer);
}

function show(holder, words, isBad) {
  holder.textContent = words;
  holder.classList.toggle('bad', isBad);
}

function digitsOf(typed) {
  return typed.replace(/[\u0E50-\u0E59]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50)).replace(/\D/g, '');
}

function fillFromChips() {
  form.addEventListener('click', (event) => {
    const chip = event.target.closest('[data-fill]');
    if (chip) fill(JSON.parse(chip.dataset.fill));
  });
}

function fill(values) {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (!field) continue;
    field.value = value;
    if (field instanceof HTMLElement) {
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }
}

function leave(event) {
  const submit = form.querySelector('[type=submit]');
  if (submit.getAttribute('aria-disabled') === 'true') {
    event.preventDefault();
    return;
  }
  submit.setAttribute('aria-disabled', 'true');
  submit.textContent = form.dataset.sending;
  remember();
}

/** The submitted account; it is stored as a recent one only after the transfer. */
function remember() {
  const data = Object.fromEntries(new FormData(form));
  const owner = { fromBankCode: data.fromBankCode, fromAccount: data.fromAccount };
  const from =
    data.fromKind === 'wallet'
      ? { fromKind: 'wallet', fromPhone: data.fromPhone, ...owner }
      : { fromKind: 'bank', ...owner };
  const to =
    data.toKind === 'wallet'
      ? { toKind: 'wallet', toPhone: data.toPhone }
      : { toKind: 'bank', toBankCode: data.toBankCode, toAccount: data.toAccount };
  try {
    sessionStorage.setItem(ATTEMPT_KEY, JSON.stringify({ from, to }));
  } catch {
    // Without storage no account is stored; the transfer continues.
  }
}

function keepAttempt() {
  try {
    const attempt = JSON.parse(sessionStorage.getItem(ATTEMPT_KEY)) ?? {};
    sessionStorage.removeItem(ATTEMPT_KEY);
    const recent = readRecent();
    for (const [side, values] of Object.entries(attempt)) {
      const others = (recent[side] ?? []).filter((other) => JSON.stringify(other) !== JSON.stringify(values));
      recent[side] = [values, ...others].slice(0, RECENT_MAX);
    }
    localStorage.setItem(RECENT_KEY, JSON.stringify(recent));
  } catch {
    // No storage, as above.
  }
}

function readRecent() {
  try {
    return JSON.parse(localStorage.getItem(RECENT_KEY)) ?? {};
  } catch {
    return {};
  }
}

function showRecent() {
  const recent = readRecent();
  for (const row of form.querySelectorAll('[data-recent]')) {
    const entries = recent[row.dataset.recent] ?? [];
    row.hidden = entries.length === 0;
    row.querySelector('.chips').replaceChildren(...entries.map(recentChip));
  }
}

function recentChip(values) {
  const code = values.fromPhone ? undefined : (values.fromBankCode ?? values.toBankCode);
  const number = values.fromPhone ?? values.fromAccount ?? values.toAccount ?? values.toPhone;
  const chip = document.createElement('button');
  chip.type = 'button';
  chip.className = 'chip';
  chip.dataset.fill = JSON.stringify(values);
  const short = code && form.querySelector(`option[value="${CSS.escape(code)}"]`)?.dataset.short;
  chip.textContent = `${short ?? 'TMN'} \u2026${number.slice(-4)}`;
  return chip;
}

async function copy(button) {
  await navigator.clipboard.writeText(button.dataset.copy);
  const words = button.textContent;
  button.textContent = button.dataset.copied;
  button.classList.add('copied');
  setTimeout(() => {
    button.textContent = words;
    button.classList.remove('copied');
  }, 2000);
}
