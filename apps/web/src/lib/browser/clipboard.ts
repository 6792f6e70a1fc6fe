// Copies a text, with `execCommand` where the Clipboard API is unavailable (http on a LAN, old web views).

export async function copyText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return copyBySelection(value);
  }
}

function copyBySelection(value: string): boolean {
  const area = document.createElement('textarea');
  area.value = value;
  area.setAttribute('readonly', '');
  area.className = 'fixed top-0 left-0 opacity-0';
  // Inside an open dialog: its focus trap would take the focus from a child of the body.
  const parent = document.activeElement?.closest('[role="dialog"]') ?? document.body;
  parent.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
  }
}
