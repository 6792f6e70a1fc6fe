// On and beside the river. Each fills a square of 100 in the colours of a palette.

import { jade, ruby, teal, violet } from './palettes.ts';
import { GOLD, gold, linear, radial, repeat, rounded } from './svg.ts';

const HULL = 'M2 44C8 56 20 60 36 60H62C78 60 88 48 92 14C93 8 98 8 99 12C99 40 92 78 62 81H30C14 80 4 62 2 44Z';
const WATER =
  'M0 84Q6 78 12 84T25 84T38 84T50 84T63 84T76 84T88 84T100 84V86Q94 92 88 88T76 89T63 89T50 89T38 89T25 89T12 89T0 88Z';
const LAMPS = [20, 32, 54, 67];
const DIAMONDS = [24, 36, 48, 60];

export function boat({ dark, middle, light } = jade): string {
  const lamps = LAMPS.map(
    (x) =>
      `<circle cx="${x}" cy="47" r="7.2" fill="#FFC766" opacity=".28"/><ellipse cx="${x}" cy="47" rx="3.24" ry="3.96" fill="url(#bo-lamp)"/>` +
      `<path d="M${x} 51v2.7" stroke="#FFD98A"/>`,
  ).join('');
  const diamonds = DIAMONDS.map((x) => `<path d="M${x} 71l3.2 3.8-3.2 3.8-3.2-3.8Z" fill="url(#bo-gold)"/>`).join('');

  return `<defs>${linear('bo-hull', [light, `${middle} 30%`, dark])}
  ${gold('bo-gold')}
  ${radial('bo-lamp', ['#FFF6D8', '#F2913C'], 0, 0, 1, 'shape')}
  ${linear('bo-water', ['#BFEFF5 /.95', '#2FA3C6 /.15'])}
  ${linear('bo-roof', ['#FF9A8A', '#D93B47 60%', '#861325'])}</defs>
  <path d="M20 38V58M66 38V58M43 34V58" stroke="url(#bo-gold)" stroke-width="2"/><path d="M24 42H62V58H24Z" fill="#FFE2A0" opacity=".35"/>
  <path d="M12 40C18 34 22 28 24 22H62C65 28 69 34 75 40Z" fill="url(#bo-roof)" stroke="url(#bo-gold)" stroke-width="1.4" stroke-linejoin="round"/>
  <path d="M28 22L43 13L58 22Z" fill="url(#bo-gold)"/><path d="M31 23L26 39M43 23V39M55 23L61 39" stroke="#FFD0C0" stroke-opacity=".5"/>
  <path d="M11 40H76" stroke="${GOLD}" stroke-width="2.4" stroke-linecap="round"/>${lamps}
  <path d="${HULL}" fill="url(#bo-hull)" stroke="${light}" stroke-opacity=".45" stroke-width=".8"/>
  <path d="M5 53C14 66 24 68 38 68H62C78 68 88 56 93 34" fill="none" stroke="url(#bo-gold)" stroke-width="1.8"/>${diamonds}
  <path d="M88 31L98 35M89 26L99 30M90.5 21L99.5 24" stroke-width="3.2" stroke-linecap="round" stroke="#E8557F"/>
  <path d="M88.5 28.5L98.5 32.5M90 23.5L99 27" stroke-width="1.8" stroke-linecap="round" stroke="#FFE3A0"/>
  <path d="M89 34C84 42 86 48 82 54M93 36C90 44 92 50 89 56" stroke="#E8557F" stroke-width="1.8" fill="none" stroke-linecap="round"/>
  <path d="${WATER}" fill="url(#bo-water)"/><path d="M8 95Q14 91 20 95T32 95M44 96Q50 92 56 96T68 96" stroke="#BFEFF5" stroke-opacity=".55" stroke-width="1.3" fill="none" stroke-linecap="round"/>`;
}

export function wave({ dark, middle, light } = teal): string {
  const crest =
    'M4 88C4 50 24 18 58 14C82 12 96 30 92 48C88 62 70 64 66 52C64 44 72 40 76 44C70 30 50 34 46 52C42 70 62 84 96 82V92H4Z';
  return `<defs>${linear('wv-b', ['#EAFBFF', `${light} 40%`, `${middle} 70%`, dark])}</defs>
  <path d="${crest}" fill="url(#wv-b)" stroke="#FFFFFF" stroke-width="2.4" stroke-linejoin="round"/>
  <path d="M16 84C16 56 32 32 56 28M28 84C26 62 34 48 42 42" fill="none" stroke="#FFFFFF" stroke-opacity=".7" stroke-width="3" stroke-linecap="round"/>
  <path d="M4 92Q14 84 24 92T44 92T64 92T84 92T96 92" fill="none" stroke="#FFFFFF" stroke-width="3" stroke-linecap="round"/>
  <circle cx="84" cy="14" r="4" fill="#FFFFFF" opacity=".9"/><circle cx="72" cy="7" r="2.6" fill="#FFFFFF" opacity=".8"/><circle cx="94" cy="24" r="2.4" fill="#FFFFFF" opacity=".8"/>`;
}

export function paddle(): string {
  const one = (turn: number, blade: string): string =>
    `<g transform="rotate(${turn} 50 50)"><path d="M47 6H53V62H47Z" fill="url(#pd-w)" stroke="#5A3412" stroke-width="1"/><path d="M42 4H58V10H42Z" fill="url(#pd-g)"/><path d="M50 52C64 56 64 84 50 98C36 84 36 56 50 52Z" fill="url(#${blade})" stroke="url(#pd-g)" stroke-width="2.4"/><path d="M50 62l4.6 9-4.6 9-4.6-9Z" fill="#FFE7A8"/></g>`;
  return `<defs>${gold('pd-g')}
  ${linear('pd-w', ['#E2B06A', '#8A5522'])}
  ${linear('pd-a', [ruby.light, `${ruby.middle} 40%`, ruby.dark])}
  ${linear('pd-b', [jade.light, `${jade.middle} 40%`, jade.dark])}</defs>
  ${one(-34, 'pd-a')}${one(34, 'pd-b')}<circle cx="50" cy="44" r="5" fill="url(#pd-g)"/>`;
}

export function shell({ dark, middle, light } = violet): string {
  const ribs = repeat(7, (index) => {
    const angle = ((-150 + index * 20) * Math.PI) / 180;
    const [x, y] = [rounded(50 + Math.cos(angle) * 42), rounded(78 + Math.sin(angle) * 56)];
    return `<path d="M50 80Q${rounded((50 + x) / 2 + (index - 3) * 2)} ${rounded((80 + y) / 2)} ${x} ${y}"/>`;
  });
  return `<defs>${linear('sh-body', ['#F6EEFF', `${light} 45%`, middle])}</defs>
  <path d="M50 84L34 92H66Z" fill="${middle}" stroke="${dark}" stroke-width="1.2" stroke-linejoin="round"/>
  <path d="M50 84C26 78 8 62 8 48C10 42 16 42 18 40C18 30 26 28 29 27C32 18 42 20 50 18C58 20 68 18 71 27C74 28 82 30 82 40C84 42 90 42 92 48C92 62 74 78 50 84Z" fill="url(#sh-body)" stroke="${dark}" stroke-width="1.4"/>
  <g fill="none" stroke="${dark}" stroke-opacity=".5" stroke-width="1.6" stroke-linecap="round">${ribs}</g>
  <path d="M20 46C34 34 66 34 80 46" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="2.4" stroke-linecap="round"/>`;
}

export function pearl({ middle, light, glow } = teal): string {
  const flames = repeat(
    12,
    (index) =>
      `<path d="M0-34C5-40 3-46 0-49C-3-46-5-40 0-34Z" transform="translate(50 50) rotate(${index * 30})" fill="url(#pl-rim)"/>`,
  );
  return `<defs>${gold('pl-rim')}
  ${radial('pl-ball', ['#FFFFFF', '#E9FAFF 35%', `${light} 75%`, middle], 42, 40, 40)}
  ${radial('pl-glow', [`${glow} /.75`, `${glow} /0`], 50, 50, 50)}</defs>
  <circle cx="50" cy="50" r="50" fill="url(#pl-glow)"/>${flames}
  <circle cx="50" cy="50" r="33" fill="url(#pl-rim)"/><circle cx="50" cy="50" r="29" fill="url(#pl-ball)"/>
  <path d="M34 44C36 34 44 29 52 30" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".95"/><circle cx="63" cy="63" r="4" fill="#fff" opacity=".55"/>`;
}

export function fireball(): string {
  const sparks = repeat(6, (index) => {
    const x = 26 + index * 10;
    return `<circle cx="${x}" cy="${70 + ((index * 7) % 16)}" r="${1.4 + (index % 3) * 0.7}" fill="#FFD36B"/>`;
  });
  return `<defs>${radial('fi-glow', ['#FF8A4A /.85', '#FF3D5E /0'], 50, 44, 50)}
  ${radial('fi-ball', ['#FFF9E0', '#FFD36B 35%', '#FF6A3C 70%', '#C41E48'], 50, 40, 31)}</defs>
  <circle cx="50" cy="46" r="48" fill="url(#fi-glow)"/>
  <path d="M50 6C58 16 76 20 80 40C84 62 66 72 58 88C55 80 50 78 50 70C50 78 45 80 42 88C34 72 16 62 20 40C24 20 42 16 50 6Z" fill="#E8362F" opacity=".75"/>
  <circle cx="50" cy="42" r="29" fill="url(#fi-ball)"/><path d="M50 24C60 32 62 44 54 54C56 44 50 42 50 36C48 44 42 46 46 55C36 46 40 32 50 24Z" fill="#FFF6D8" opacity=".85"/>${sparks}
  <path d="M12 92C22 87 32 97 42 92S62 87 72 92 84 95 90 91" fill="none" stroke="#7FD8F0" stroke-width="2.6" stroke-linecap="round"/>`;
}
