// Things of the market and the fair. Each fills a square of 100 in the colours of a palette.

import { amber, jade, plum, ruby, teal, violet } from './palettes.ts';
import { GOLD, gold, linear, radial, repeat, rounded } from './svg.ts';

const LANTERN_BODY = 'M33 24H67L80 48L68 70H32L20 48Z';
const TASSELS = [
  [38, 86],
  [44, 90],
  [50, 95],
  [56, 90],
  [62, 86],
];

export function lantern({ dark, middle, light, glow } = amber): string {
  const tassels = TASSELS.map(
    ([x, y]) =>
      `<path d="M${x} 75V${y}" stroke="${light}" stroke-width="1.3" stroke-linecap="round"/>` +
      `<circle cx="${x}" cy="${y}" r="1.7" fill="url(#la-gold)"/>`,
  ).join('');

  return `<defs>${gold('la-gold')}
  ${radial('la-body', ['#FFF6D8', `${light} 35%`, `${middle} 75%`, dark], 50, 50, 34)}
  ${radial('la-glow', [`${glow} /.6`, `${glow} /0`], 50, 50, 48)}
  ${linear('la-sides', ['#000 /.34', '#000 /0', '#000 /.34'], [0, 0, 1, 0])}</defs>
  <circle cx="50" cy="50" r="48" fill="url(#la-glow)"/><path d="M50 2V14" stroke="${GOLD}" stroke-width="1.6"/><circle cx="50" cy="12" r="3" fill="url(#la-gold)"/>
  <path d="M38 22L42 15H58L62 22Z" fill="url(#la-gold)"/><path d="${LANTERN_BODY}" fill="url(#la-body)"/><path d="${LANTERN_BODY}" fill="url(#la-sides)"/>
  <path d="${LANTERN_BODY}M42 24L37 48L43 70M58 24L63 48L57 70M20 48H80" fill="none" stroke="url(#la-gold)" stroke-width="1.5" stroke-linejoin="round"/>
  <path d="M50 34l6 13-6 13-6-13Z" fill="${dark}" opacity=".65"/><path d="M50 39l3.5 8-3.5 8-3.5-8Z" fill="#FFE7A8"/>
  <path d="M28 40l3 8-3 8-3-8ZM72 40l3 8-3 8-3-8Z" fill="${dark}" opacity=".5"/>
  <path d="M31 22H69L66 26H34Z" fill="url(#la-gold)"/><path d="M31 69H69L64 75H36Z" fill="url(#la-gold)"/>${tassels}
  <path d="M20 48v10M80 48v10" stroke="${light}" stroke-width="1.2"/><circle cx="20" cy="59" r="1.8" fill="url(#la-gold)"/><circle cx="80" cy="59" r="1.8" fill="url(#la-gold)"/>`;
}

const BLADES = 11;
const FIRST_ANGLE = -168;
const LAST_ANGLE = -12;
const STEP = (LAST_ANGLE - FIRST_ANGLE) / BLADES;
const CENTRE_X = 50;
const CENTRE_Y = 82;

export function fan({ dark, middle, light, line } = ruby): string {
  const arc = (radius: number) =>
    `<path d="M${at(FIRST_ANGLE, radius)}A${radius} ${radius} 0 0 1 ${at(LAST_ANGLE, radius)}" fill="none" stroke="${line}" stroke-width="1.2"/>`;
  const blades = repeat(BLADES, (index) => {
    const from = FIRST_ANGLE + STEP * index;
    const centre = from + STEP / 2;
    const fill = index % 2 === 0 ? 'fa-pale' : 'fa-deep';
    return (
      `<path d="M${at(from, 26)}L${at(from, 58)}Q${at(centre, 66)} ${at(from + STEP, 58)}L${at(from + STEP, 26)}Z" fill="url(#${fill})"/>` +
      `<g transform="translate(${at(centre, 47)}) rotate(${rounded(centre + 90)})"><path d="M0-6Q3.5 0 0 6Q-3.5 0 0-6Z" fill="${line}" opacity=".9"/></g>` +
      `<circle r="1.3" transform="translate(${at(centre, 36)})" fill="${line}" opacity=".8"/>`
    );
  });
  const ribs = repeat(BLADES + 1, (index) => {
    const angle = FIRST_ANGLE + STEP * index;
    return `<path d="M${at(angle, 4)}L${at(angle, 60)}" stroke="url(#fa-gold)" stroke-width="1.2"/>`;
  });

  return `<defs>${gold('fa-gold')}
  ${radial('fa-deep', [`${dark} 30%`, middle], CENTRE_X, CENTRE_Y, 62)}
  ${radial('fa-pale', [`${middle} 30%`, light], CENTRE_X, CENTRE_Y, 66)}</defs>
  <g transform="translate(50 54) scale(.8) translate(-50 -58)">${blades}${ribs}${arc(26)}${arc(55.5)}<circle cx="50" cy="82" r="5" fill="url(#fa-gold)"/>
  <path d="M50 86C46 92 54 94 50 100" stroke="${light}" stroke-width="1.6" fill="none"/></g>`;
}

function at(angle: number, radius: number): string {
  const radians = (angle * Math.PI) / 180;
  return `${rounded(CENTRE_X + radius * Math.cos(radians))} ${rounded(CENTRE_Y + radius * Math.sin(radians))}`;
}

const TUKTUK_BODY =
  'M9 58C10 54 13 53 17 53H35C40 53 42 56 43 60L45 67H60L64 56C65 53 67 52 70 52H87C92 52 94 55 94 60V72' +
  'C94 76 92 78 88 78H14C9 78 7 75 7 71Z';
const TUKTUK_FRINGE =
  'M14 36H92L90 41Q86 44 82 41Q78 44 74 41Q70 44 66 41Q62 44 58 41Q54 44 50 41Q46 44 42 41Q38 44 34 41' +
  'Q30 44 26 41Q22 44 18 41Z';

export function tuktuk({ dark, middle, light } = teal): string {
  const wheel = (x: number, radius: number) =>
    `<circle cx="${x}" cy="78" r="${radius}" fill="#0B0E14"/><circle cx="${x}" cy="78" r="${radius - 2}" fill="#2A3144"/>` +
    `<circle cx="${x}" cy="78" r="${radius - 4.5}" fill="url(#tu-gold)"/><circle cx="${x}" cy="78" r="1.8" fill="#0B0E14"/>`;

  return `<defs>${linear('tu-body', [light, `${middle} 35%`, dark])}
  ${linear('tu-roof', ['#FF9A8A', '#D93B47', '#861325'])}
  ${gold('tu-gold')}
  ${radial('tu-lamp', ['#FFF0B8 /.95', '#FFC24B /0'], 8, 60, 22)}
  ${linear('tu-cabin', ['#FFE9B0 /.9', '#F2A23C /.35'])}</defs>
  <path d="M13 61L-8 52V74Z" fill="url(#tu-lamp)" opacity=".7"/><circle cx="8" cy="60" r="18" fill="url(#tu-lamp)"/>
  <path d="M25 36L16 56H44L47 66H63L67 36Z" fill="url(#tu-cabin)"/><path d="M67 36H84V56H64Z" fill="url(#tu-cabin)" opacity=".8"/>
  <path d="M25 34L15 57M45 34V60M67 34L63 66M85 34V56" stroke="url(#tu-gold)" stroke-width="2.2" stroke-linecap="round"/>
  <path d="M16 36C15 27 22 22 31 21H76C85 21 90 27 90 36Z" fill="url(#tu-roof)"/><path d="${TUKTUK_FRINGE}" fill="url(#tu-gold)"/>
  <path d="M30 21Q32 27 29 35M45 21V35M60 21V35M75 21Q74 28 76 35" stroke="#FFD0C0" stroke-opacity=".35" fill="none"/>
  <path d="${TUKTUK_BODY}" fill="url(#tu-body)" stroke="${light}" stroke-opacity=".4" stroke-width=".7"/>
  <path d="M9 67H93" stroke="${GOLD}" stroke-width="1.8"/><path d="M71 58H88V64H70Z" fill="#fff" opacity=".2"/>
  <circle cx="10.5" cy="60" r="4.2" fill="#FFF3C4" stroke="url(#tu-gold)" stroke-width="1.4"/><path d="M78 70l3 3-3 3-3-3Z" fill="#FFE2A0"/>
  ${wheel(24, 9.5)}${wheel(77, 10.5)}`;
}

/** A star kite with its tail. */
export function kite({ dark, middle, light, line } = ruby): string {
  const shape =
    'M50 6C57 27 68 37 95 40C79 52 65 55 61 63C63 73 69 81 77 91C63 88 55 81 50 70C45 81 37 88 23 91C31 81 37 73 39 63C35 55 21 52 5 40C32 37 43 27 50 6Z';
  const flower = repeat(
    8,
    (index) =>
      `<path d="M0 0C-4-4-4-9 0-14C4-9 4-4 0 0Z" fill="${index % 2 === 0 ? '#FFF3D6' : dark}" transform="rotate(${index * 45})"/>`,
  );
  return `<defs>${gold('ki-gold')}${radial('ki-body', [light, `${middle} 55%`, dark], 50, 46, 52)}</defs>
  <path d="M50 50C60 70 92 76 98 98" stroke="${line}" stroke-opacity=".6" fill="none"/>
  <path d="${shape}" fill="url(#ki-body)" stroke="url(#ki-gold)" stroke-width="2" stroke-linejoin="round"/>
  <path d="M50 6V70M5 40C30 44 70 44 95 40M23 91C34 72 44 52 50 44C56 52 66 72 77 91" stroke="url(#ki-gold)" stroke-width="1.1" fill="none"/>
  <g transform="translate(50 44)">${flower}<circle r="3" fill="url(#ki-gold)"/></g>
  <path d="M24 41l4 3 4-3-4-3ZM68 41l4 3 4-3-4-3ZM48 22l2 4 2-4-2-4Z" fill="#FFF3D6"/>`;
}

export function coin(): string {
  const rim = repeat(
    24,
    (index) => `<circle cx="50" cy="9.5" r="1.9" fill="#FFF2C2" transform="rotate(${index * 15} 50 50)"/>`,
  );
  const petals = repeat(
    8,
    (index) =>
      `<path d="M50 50C43 42 43 34 50 27C57 34 57 42 50 50Z" fill="url(#cn-i)" stroke="#8A5A18" stroke-width="1" transform="rotate(${index * 45} 50 50)"/>`,
  );
  return `<defs>${radial('cn-b', ['#FFF3B8', '#F0BE4C 55%', '#A86A18'], 40, 34, 58)}
  ${radial('cn-i', ['#FFF6CE', '#D89A34'], 50, 50, 26)}</defs>
  <circle cx="50" cy="50" r="47" fill="#8A5A18"/><circle cx="50" cy="49" r="46" fill="url(#cn-b)"/>${rim}<circle cx="50" cy="50" r="34" fill="none" stroke="#8A5A18" stroke-opacity=".75" stroke-width="2"/><circle cx="50" cy="50" r="31.5" fill="none" stroke="#FFF3C8" stroke-width="1.5"/>${petals}<circle cx="50" cy="50" r="6" fill="#FFF3C8"/>`;
}

export function drum({ dark, middle } = ruby): string {
  const cords = repeat(
    6,
    (index) =>
      `<path d="M${18 + index * 11} 34L${24 + index * 10} 86M${29 + index * 10} 34L${22 + index * 10} 86" stroke="#FFE7B0" stroke-width="1.6"/>`,
  );
  return `<defs>${gold('du-g')}
  ${linear('du-b', [dark, `${middle} 35%`, `${middle} 65%`, dark], [0, 0, 1, 0])}
  ${radial('du-s', ['#FFF7E2', '#EFD9A8 70%', '#C79E5C'], 50, 24, 38)}</defs>
  <path d="M13 28C8 52 14 78 22 90H78C86 78 92 52 87 28Z" fill="url(#du-b)" stroke="url(#du-g)" stroke-width="2"/>${cords}
  <ellipse cx="50" cy="88" rx="29" ry="7" fill="url(#du-g)"/><ellipse cx="50" cy="26" rx="39" ry="17" fill="url(#du-g)"/><ellipse cx="50" cy="25" rx="34" ry="13.5" fill="url(#du-s)"/><ellipse cx="50" cy="25" rx="12" ry="5" fill="#4A2A18"/>`;
}

export function umbrella(): string {
  const panels = [0, 1, 2, 3, 4, 5].map((index) => {
    const [left, right] = [6 + index * 14.67, 6 + (index + 1) * 14.67];
    return `<path d="M50 12L${left} 52Q${(left + right) / 2} 46 ${right} 52Z" fill="${index % 2 === 0 ? 'url(#um-a)' : 'url(#um-b)'}" stroke="url(#um-g)" stroke-width="1.2"/>`;
  });
  const flowers = [24, 50, 76]
    .map(
      (x) =>
        `<g transform="translate(${x} ${x === 50 ? 36 : 41})">${repeat(5, (turn) => `<circle cy="-3.4" r="2.4" fill="#FFF3D6" transform="rotate(${turn * 72})"/>`)}<circle r="1.8" fill="${amber.middle}"/></g>`,
    )
    .join('');
  return `<defs>${gold('um-g')}
  ${linear('um-a', [plum.light, plum.middle])}
  ${linear('um-b', [violet.light, violet.middle])}</defs>
  <path d="M50 8V86Q50 95 58 95T66 87" fill="none" stroke="url(#um-g)" stroke-width="4" stroke-linecap="round"/>${panels.join('')}${flowers}<circle cx="50" cy="11" r="4" fill="url(#um-g)"/>`;
}

/** Palm leaves between boards, tied with a cord. */
export function book({ dark, middle } = ruby): string {
  const lines = repeat(
    4,
    (row) => `<path d="M32 ${34 + row * 8}H68" stroke="#7A4A18" stroke-width="2" stroke-dasharray="${9 - row} 3"/>`,
  );
  return `<defs>${gold('bk-g')}
  ${linear('bk-c', [middle, dark])}
  ${linear('bk-p', ['#FFF7DE', '#E2C48C'])}
  ${radial('bk-h', [`${amber.glow} /.85`, `${amber.glow} /0`], 50, 50, 50)}</defs>
  <circle cx="50" cy="50" r="50" fill="url(#bk-h)"/><path d="M12 20L50 12L88 20V84L50 92L12 84Z" fill="url(#bk-c)" stroke="url(#bk-g)" stroke-width="3" stroke-linejoin="round"/>
  <path d="M22 26H78V76H22Z" fill="url(#bk-p)" stroke="#B98A44" stroke-width="1.4"/><path d="M20 80H80M24 84H76" stroke="#E2C48C" stroke-width="2"/>${lines}
  <path d="M14 68H86" stroke="${GOLD}" stroke-width="5"/><circle cx="50" cy="68" r="9" fill="${jade.middle}" stroke="url(#bk-g)" stroke-width="3"/><path d="M46 66C47 63 50 62 53 63" stroke="#fff" stroke-width="2" fill="none" stroke-linecap="round"/>`;
}

export function wheel({ middle } = ruby): string {
  const spokes = repeat(
    12,
    (index) => `<path d="M50 50V18" stroke="${GOLD}" stroke-width="2.6" transform="rotate(${index * 30} 50 50)"/>`,
  );
  const lamps = repeat(
    12,
    (index) =>
      `<circle cx="50" cy="12" r="3.2" fill="${['#FFE29A', plum.light, jade.light][index % 3]}" transform="rotate(${index * 30 + 15} 50 50)"/>`,
  );
  return `<defs>${gold('wh-g')}
  ${radial('wh-t', ['#6B2030 68%', `${middle} 80%`, '#4A0E1C'], 50, 50, 48)}
  ${radial('wh-h', ['#FFF6D8', amber.middle], 47, 46, 14)}</defs>
  <circle cx="50" cy="50" r="47" fill="url(#wh-t)" stroke="url(#wh-g)" stroke-width="2.4"/><circle cx="50" cy="50" r="32" fill="#1A1024" stroke="url(#wh-g)" stroke-width="2.4"/>${spokes}${lamps}<circle cx="50" cy="50" r="12" fill="url(#wh-h)" stroke="url(#wh-g)" stroke-width="2"/>`;
}

export function gem({ middle, light, glow } = teal): string {
  return `<defs>${gold('ge-g')}
  ${linear('ge-a', ['#FFFFFF', light])}
  ${linear('ge-b', [light, middle])}
  ${linear('ge-c', [middle, violet.dark])}
  ${radial('ge-h', [`${glow} /.8`, `${glow} /0`], 50, 50, 50)}</defs>
  <circle cx="50" cy="50" r="50" fill="url(#ge-h)"/>
  <path d="M26 16H74L94 42L50 92L6 42Z" fill="url(#ge-c)" stroke="url(#ge-g)" stroke-width="2.4" stroke-linejoin="round"/>
  <path d="M26 16H74L62 42H38Z" fill="url(#ge-a)"/><path d="M26 16L38 42H6Z" fill="url(#ge-b)"/><path d="M74 16L94 42H62Z" fill="${middle}"/>
  <path d="M38 42H62L50 92Z" fill="url(#ge-b)"/><path d="M6 42H38L50 92Z" fill="${middle}" opacity=".55"/>
  <path d="M6 42H94M38 42L50 92L62 42M26 16L38 42L50 16L62 42L74 16" fill="none" stroke="#FFFFFF" stroke-opacity=".75" stroke-width="1.4" stroke-linejoin="round"/>
  <path d="M82 8l2.4 6.6 6.6 2.4-6.6 2.4L82 26l-2.4-6.6-6.6-2.4 6.6-2.4Z" fill="#FFFFFF"/>`;
}

export function bowl(): string {
  const noodles = repeat(
    5,
    (index) =>
      `<path d="M${20 + index * 6} 46C${24 + index * 7} ${34 - (index % 2) * 4} ${44 + index * 6} ${36 - (index % 3) * 3} ${52 + index * 7} 46" fill="none" stroke="#FFE9A8" stroke-width="4.4" stroke-linecap="round"/>`,
  );
  const steam = [30, 46, 62]
    .map(
      (x) =>
        `<path d="M${x} 26C${x - 6} 20 ${x + 6} 14 ${x} 6" fill="none" stroke="#FFFFFF" stroke-opacity=".65" stroke-width="3" stroke-linecap="round"/>`,
    )
    .join('');
  return `<defs>${gold('nb-g')}
  ${linear('nb-b', ['#FFFFFF', '#CFE4F4', '#6C93C4'])}
  ${linear('nb-s', [amber.middle, amber.dark])}</defs>
  ${steam}<path d="M64 44L92 12L96 16L72 46ZM58 44L84 8L89 11L66 45Z" fill="url(#nb-g)" stroke="#6A4312" stroke-width=".9"/>
  <ellipse cx="50" cy="46" rx="43" ry="12" fill="url(#nb-s)"/>${noodles}<circle cx="32" cy="43" r="6" fill="${jade.middle}"/><circle cx="68" cy="44" r="6.4" fill="#FFF8E8"/><circle cx="68" cy="44" r="3.2" fill="#F7B733"/><path d="M40 40C44 34 52 34 54 40C52 45 44 45 40 40Z" fill="${ruby.middle}"/>
  <path d="M6 46C8 74 26 90 36 92H64C74 90 92 74 94 46C84 56 66 59 50 59C34 59 16 56 6 46Z" fill="url(#nb-b)" stroke="url(#nb-g)" stroke-width="2"/>
  <path d="M14 66C34 76 66 76 86 66" fill="none" stroke="#2C4FA0" stroke-width="3"/>${repeat(5, (index) => `<path d="M${26 + index * 12} ${77 - Math.abs(index - 2) * 1.4}l4 4-4 4-4-4Z" fill="#2C4FA0"/>`)}`;
}

export function bell(): string {
  return `<defs>${gold('be-gold')}
  ${linear('be-side', ['#7A4A12 /.65', '#FFF0C4 35% /.35', '#FFF0C4 60% /0', '#5A320A /.7'], [0, 0, 1, 0])}</defs>
  <circle cx="50" cy="13" r="7" fill="none" stroke="url(#be-gold)" stroke-width="4"/>
  <path d="M50 18C70 20 72 40 74 54C75 62 80 66 84 70H16C20 66 25 62 26 54C28 40 30 20 50 18Z" fill="url(#be-gold)"/>
  <path d="M50 18C70 20 72 40 74 54C75 62 80 66 84 70H16C20 66 25 62 26 54C28 40 30 20 50 18Z" fill="url(#be-side)"/>
  <path d="M31 36H69M27 54H73" stroke="#8A5A18" stroke-width="2.2"/><path d="M36 45l4-4 4 4-4 4ZM46 45l4-4 4 4-4 4ZM56 45l4-4 4 4-4 4Z" fill="#8A1F2E"/>
  <path d="M14 70H86V75Q50 82 14 75Z" fill="url(#be-gold)" stroke="#7A4A12" stroke-width="1"/>
  <path d="M50 78V84" stroke="${GOLD}" stroke-width="2"/><path d="M50 82C58 88 58 94 50 98C42 94 42 88 50 82Z" fill="#2FA783" stroke="#0F5A4B" stroke-width="1"/>`;
}
