// Things of the night sky. Each fills a square of 100 in the colours of a palette.

import { amber, plum, slate, violet } from './palettes.ts';
import { gold, linear, radial, repeat, rounded } from './svg.ts';

/** The moon over a river, in a round frame. */
export function moon({ sky: [top, bottom], dark, middle, light, line } = violet): string {
  return `<defs>${gold('mo-gold')}
  ${radial('mo-moon', ['#FFFAE8', '#F9E3B0 70%', '#E9BE7C'], 44, 34, 40)}${linear('mo-far', [middle, dark])}
  ${linear('mo-near', [dark, bottom])}${linear('mo-water', [`${light} /.8`, `${middle} /.1`])}
  <clipPath id="mo-frame"><circle cx="50" cy="50" r="46"/></clipPath></defs>
  <circle cx="50" cy="50" r="47.5" fill="${top}" stroke="url(#mo-gold)" stroke-width="2"/>
  <g clip-path="url(#mo-frame)"><circle cx="54" cy="36" r="22" fill="url(#mo-moon)"/>
  <g fill="#D9A864" opacity=".28"><circle cx="48" cy="32" r="4"/><circle cx="60" cy="42" r="6"/><circle cx="58" cy="26" r="2.6"/></g>
  <path d="M0 30H22Q27 30 27 26T22 22T18 26M8 36H34Q38 36 38 33T35 30M70 52H100M64 47H88Q92 47 92 44T89 41T86 44" fill="none" stroke="${line}" stroke-opacity=".75" stroke-width="1.5" stroke-linecap="round"/>
  <path d="M0 66Q14 46 30 58T58 56T84 50T100 58V100H0Z" fill="url(#mo-far)"/>
  <path d="M0 74Q20 58 40 68T76 64T100 70V100H0Z" fill="url(#mo-near)"/>
  <path d="M24 72L36 60L48 72ZM27 72H45V80H27Z" fill="${bottom}"/><path d="M29 80V88M43 80V88M36 80V88" stroke="${bottom}" stroke-width="1.6"/>
  <rect x="33" y="74" width="6" height="5" fill="#FFD98A"/><rect y="84" width="100" height="20" fill="url(#mo-water)" opacity=".55"/>
  <path d="M44 87H64M48 91H60M40 95H68M14 89H26M74 90H88" stroke="#FFF0C4" stroke-width="1.4" stroke-linecap="round" opacity=".85"/></g>`;
}

const CRATERS =
  '<g fill="#CFA05A" opacity=".32"><circle cx="38" cy="40" r="7"/><circle cx="60" cy="58" r="9"/><circle cx="57" cy="32" r="4"/><circle cx="40" cy="64" r="4.5"/></g>';

/** A lotus blooms in front of the moon. */
export function fullMoon({ middle, light } = plum): string {
  const petals = [-52, -26, 0, 26, 52]
    .map(
      (turn) =>
        `<path d="M50 92C41 82 41 70 50 60C59 70 59 82 50 92Z" fill="url(#fm-p)" stroke="url(#fm-g)" stroke-width="1.2" transform="rotate(${turn} 50 94)"/>`,
    )
    .join('');
  return `<defs>${gold('fm-g')}
  ${radial('fm-m', ['#FFFDF2', '#F9E6B4 65%', '#DDAE62'], 44, 36, 46)}
  ${radial('fm-h', [`${amber.glow} /.75`, `${amber.glow} /0`], 50, 48, 50)}
  ${linear('fm-p', [light, middle])}</defs>
  <circle cx="50" cy="48" r="50" fill="url(#fm-h)"/><circle cx="50" cy="46" r="35" fill="url(#fm-m)" stroke="url(#fm-g)" stroke-width="2"/>${CRATERS}${petals}`;
}

export function star({ glow } = amber): string {
  return `<defs>${gold('st-g')}
  ${radial('st-b', ['#FFFDF0', '#FFE49A 40%', '#E09A2E'], 50, 44, 44)}
  ${radial('st-h', [`${glow} /.7`, `${glow} /0`], 50, 50, 50)}</defs>
  <circle cx="50" cy="50" r="49" fill="url(#st-h)"/><path d="${starPath(50, 51, 44, 19, 5)}" fill="url(#st-b)" stroke="url(#st-g)" stroke-width="2.4" stroke-linejoin="round"/>
  <path d="${starPath(50, 51, 25, 11, 5)}" fill="none" stroke="#FFF8DE" stroke-opacity=".9" stroke-width="1.4" stroke-linejoin="round"/><circle cx="50" cy="51" r="5" fill="#FFF8DE"/>`;
}

export function comet({ middle, light, glow } = slate): string {
  const tail = repeat(
    3,
    (index) =>
      `<path d="M${40 - index * 9} ${52 + index * 9}C56 ${52 - index * 2} 74 ${38 - index * 4} 95 ${8 + index * 5}" fill="none" stroke="${index === 1 ? '#FFF3D0' : light}" stroke-width="${3.4 - index}" stroke-linecap="round" opacity="${0.9 - index * 0.2}"/>`,
  );
  return `<defs>${linear('cm-t', [`${glow} /.75`, `${glow} /0`], [0, 1, 1, 0])}
  ${radial('cm-b', ['#FFFFFF', light, middle], 30, 62, 24)}</defs>
  <path d="M12 50C32 30 66 18 97 4C84 38 68 66 48 86Z" fill="url(#cm-t)"/>${tail}<circle cx="33" cy="66" r="21" fill="url(#cm-b)"/><path d="${starPath(33, 66, 16, 6, 4)}" fill="#fff" opacity=".92"/>`;
}

export function cloud({ dark, middle, light } = slate): string {
  return `<defs>${gold('cl-g')}${linear('cl-b', ['#FFFFFF', `${light} 60%`, middle])}</defs>
  <path d="M20 72C6 72 2 56 15 51C11 36 28 27 39 35C46 20 72 22 74 40C90 36 99 52 89 62C96 70 90 78 80 76H24Z" fill="url(#cl-b)" stroke="url(#cl-g)" stroke-width="2" stroke-linejoin="round"/>
  <path d="M28 62C26 52 40 48 43 57C45 63 37 66 36 60M56 66C54 52 72 50 73 61C73 68 63 68 64 61M40 42C44 36 52 38 52 44" fill="none" stroke="${dark}" stroke-opacity=".55" stroke-width="2.4" stroke-linecap="round"/>`;
}

export function eclipse({ glow } = amber): string {
  const rays = repeat(
    16,
    (index) => `<path d="M50 2L52.4 14H47.6Z" fill="url(#ec-g)" transform="rotate(${index * 22.5} 50 50)"/>`,
  );
  return `<defs>${gold('ec-g')}
  ${radial('ec-h', ['#FFE6A6 50%', `${glow} 75% /.7`, `${glow} /0`], 50, 50, 50)}
  ${radial('ec-b', ['#3C2A5E', '#120A24'], 44, 40, 34)}</defs>
  <circle cx="50" cy="50" r="49" fill="url(#ec-h)"/>${rays}<circle cx="50" cy="50" r="31" fill="url(#ec-b)" stroke="#FFF3D0" stroke-width="2.6"/><path d="M72 29A31 31 0 0 1 80 45" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round"/>`;
}

function starPath(cx: number, cy: number, outer: number, inner: number, points: number): string {
  const at = (index: number): string => {
    const angle = (index * Math.PI) / points - Math.PI / 2;
    const radius = index % 2 === 0 ? outer : inner;
    return `${rounded(cx + Math.cos(angle) * radius)} ${rounded(cy + Math.sin(angle) * radius)}`;
  };
  return `M${Array.from({ length: points * 2 }, (_, index) => at(index)).join('L')}Z`;
}
