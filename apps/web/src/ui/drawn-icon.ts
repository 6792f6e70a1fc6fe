// How an icon of the library is drawn: its shapes on a square of 24, in lines of the colour of the text. The built site uses
// this in place of the library's own builder (build/icons.ts), which also makes pictures for other frameworks and weighs
// as much as forty icons.

import { createElement, type ReactNode, type SVGProps } from 'react';

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];
type IconProps = SVGProps<SVGSVGElement> & { readonly size?: number | string };

/** The component of an icon, from what the library's file of that icon says. */
export function drawnIcon({ node }: { readonly node: readonly Shape[] }) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, ...rest }: IconProps): ReactNode =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
      },
      shapes,
    );
}
