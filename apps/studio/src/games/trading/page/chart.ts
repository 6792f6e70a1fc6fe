// The chart: the last ticks as one line over a night sky, the price as a kite on its string, the open bets as marks,
// and the end of a bet placed now.
//
// Always true: drawn at most once a frame, and only when something changed. The static parts of a step (price lines,
// earlier walk) are drawn once a tick, on a canvas of their own. No layout is measured while drawing.

import { isMotionReduced } from '#studio/page-kit/motion';

import { priceText } from './price.ts';

export type BetMark = {
  readonly fromTick: number;
  readonly toTick: number;
  readonly price: number;
  readonly isUp: boolean;
};

type Scale = {
  readonly width: number;
  readonly height: number;
  readonly x: (tick: number) => number;
  readonly y: (price: number) => number;
  readonly fill: CanvasGradient | string;
};

const SHOWN = 72;
/** Minimum number of future ticks on the right, for open bets. */
const AHEAD_MIN = 20;
const ROWS = 4;
/** Width of the price labels. */
const LABELS_PX = 66;
const UP = '#4cc38a';
const DOWN = '#ff8a8a';

export class Chart {
  readonly root = document.createElement('canvas');
  readonly #still = document.createElement('canvas');
  #prices: number[] = [];
  #tick = 0;
  #marks: readonly BetMark[] = [];
  #ahead = AHEAD_MIN;
  #startedAt = 0;
  #tickMs = 1_000;
  #frame: number | undefined;
  #width = 0;
  #height = 0;
  #scale: Scale | undefined;

  constructor() {
    this.root.className = 'chart';
    this.root.setAttribute('role', 'img');
    new ResizeObserver(([entry]) => {
      this.#width = entry?.contentRect.width ?? 0;
      this.#height = entry?.contentRect.height ?? 0;
      this.#changed();
    }).observe(this.root);
  }

  add(tick: number, prices: readonly number[], tickMs: number): void {
    // The first message contains the last prices; later messages contain one each.
    if (prices.length > 1) this.#prices = prices.slice(-SHOWN);
    else if (tick !== this.#tick) this.#prices = [...this.#prices, ...prices].slice(-SHOWN);
    this.#tick = tick;
    this.#tickMs = tickMs;
    this.#startedAt = performance.now();
    this.#changed();
  }

  mark(marks: readonly BetMark[]): void {
    this.#marks = marks;
    this.#changed();
  }

  /** Sets the number of ticks after which a bet placed now is decided. */
  setExpiry(ticks: number): void {
    this.#ahead = ticks;
    this.#changed();
  }

  #changed(): void {
    this.#scale = undefined;
    if (this.#frame === undefined) this.#frame = requestAnimationFrame(() => this.#step());
  }

  /** Animates the newest step over half a tick. */
  #step(): void {
    this.#frame = undefined;
    this.#draw();
    if (this.#share() < 1) this.#frame = requestAnimationFrame(() => this.#step());
  }

  #share(): number {
    if (isMotionReduced()) return 1;
    const gone = Math.min(1, (performance.now() - this.#startedAt) / (this.#tickMs / 2));
    return 1 - (1 - gone) ** 3;
  }

  #draw(): void {
    const context = this.root.getContext('2d');
    if (!context || this.#width === 0 || this.#prices.length === 0) return;
    this.#scale ??= this.#drawStill();
    const scale = this.#scale;
    const share = this.#share();
    const before = this.#prices.at(-2) ?? this.#prices.at(-1) ?? 0;
    const step = (this.#prices.at(-1) ?? 0) - before;
    const last = before + step * share;

    this.#clear(this.root, context);
    context.drawImage(this.#still, 0, 0, scale.width, scale.height);
    const from = this.#prices.length > 1 ? this.#tick - 1 : this.#tick;
    drawWalk(context, scale, [
      [scale.x(from), scale.y(before)],
      [scale.x(this.#tick), scale.y(last)],
    ]);
    for (const mark of this.#marks) drawMark(context, mark, scale, last);
    drawNow(context, scale, last);
    // The kite leans with the step.
    drawKite(context, scale.x(this.#tick), scale.y(last), Math.max(-1, Math.min(1, step / 9)) * share);
  }

  /** Everything but the newest step. */
  #drawStill(): Scale {
    const [width, height] = [this.#width, this.#height];
    const shown = [...this.#prices, ...this.#marks.map(({ price }) => price)];
    const middle = (Math.max(...shown) + Math.min(...shown)) / 2;
    const half = Math.max(24, (Math.max(...shown) - Math.min(...shown)) / 2) * 1.3;
    const ahead = Math.max(AHEAD_MIN, this.#ahead, ...this.#marks.map(({ toTick }) => toTick - this.#tick)) + 3;
    const reach = width - LABELS_PX;
    const y = (price: number): number => height / 2 - ((price - middle) / half) * (height / 2 - 10);
    const fill = this.root.getContext('2d')?.createLinearGradient(0, 0, 0, height);
    fill?.addColorStop(0, 'rgb(230 180 80 / 0.34)');
    fill?.addColorStop(1, 'rgb(230 180 80 / 0)');
    const scale: Scale = {
      width,
      height,
      x: (tick) => ((tick - this.#tick + SHOWN - 1) / (SHOWN - 1 + ahead)) * reach,
      y,
      fill: fill ?? '',
    };
    const context = this.#still.getContext('2d');
    if (!context) return scale;
    this.#clear(this.#still, context);
    drawGrid(context, scale, middle, half);
    drawAhead(context, scale, this.#tick, this.#ahead);
    const first = this.#tick - this.#prices.length + 1;
    drawWalk(
      context,
      scale,
      this.#prices.slice(0, -1).map((price, index) => [scale.x(first + index), y(price)]),
    );
    return scale;
  }

  /** An empty canvas, as sharp as the screen up to two. */
  #clear(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): void {
    const sharpness = Math.min(devicePixelRatio, 2);
    const [width, height] = [Math.round(this.#width * sharpness), Math.round(this.#height * sharpness)];
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    context.setTransform(sharpness, 0, 0, sharpness, 0, 0);
    context.clearRect(0, 0, this.#width, this.#height);
  }
}

/** Draws a part of the walk and the light under it. */
function drawWalk(
  context: CanvasRenderingContext2D,
  { height, fill }: Scale,
  points: readonly (readonly [number, number])[],
): void {
  const [from, to] = [points[0], points.at(-1)];
  if (!from || !to) return;
  context.beginPath();
  for (const [left, top] of points) context.lineTo(left, top);
  context.strokeStyle = '#ffd98a';
  context.lineWidth = 2;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.stroke();
  context.lineTo(to[0], height);
  context.lineTo(from[0], height);
  context.fillStyle = fill;
  context.fill();
}

function drawGrid(context: CanvasRenderingContext2D, { width, height, y }: Scale, middle: number, half: number): void {
  context.strokeStyle = 'rgb(185 191 208 / 0.14)';
  context.fillStyle = '#b9bfd0';
  context.lineWidth = 1;
  context.font = '11px Anuphan, sans-serif';
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  const step = Math.max(5, Math.ceil((half * 2) / ROWS / 5) * 5);
  for (let price = Math.ceil((middle - half) / step) * step; price <= middle + half; price += step) {
    const top = y(price);
    if (top < 10 || top > height - 10) continue;
    context.beginPath();
    context.moveTo(0, top);
    context.lineTo(width - LABELS_PX + 4, top);
    context.stroke();
    context.fillText(priceText(price), width - 5, top);
  }
}

/** Draws the end of a bet placed now. */
function drawAhead(context: CanvasRenderingContext2D, { x, height }: Scale, tick: number, ahead: number): void {
  const [now, then] = [x(tick), x(tick + ahead)];
  context.fillStyle = 'rgb(255 217 138 / 0.06)';
  context.fillRect(now, 0, then - now, height);
  context.strokeStyle = 'rgb(255 217 138 / 0.5)';
  context.lineWidth = 1;
  context.setLineDash([3, 4]);
  context.beginPath();
  context.moveTo(then, 0);
  context.lineTo(then, height);
  context.stroke();
  context.setLineDash([]);
}

/** Draws the current price as a line to its label. */
function drawNow(context: CanvasRenderingContext2D, { width, y }: Scale, price: number): void {
  const top = y(price);
  context.strokeStyle = 'rgb(255 217 138 / 0.45)';
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(0, top);
  context.lineTo(width - LABELS_PX + 4, top);
  context.stroke();
  context.fillStyle = '#e6b450';
  context.beginPath();
  context.roundRect(width - LABELS_PX + 4, top - 10, LABELS_PX - 6, 20, 6);
  context.fill();
  context.fillStyle = '#1a1300';
  context.font = '600 11px Anuphan, sans-serif';
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.fillText(priceText(Math.round(price)), width - 5, top + 0.5);
}

/** Draws the kite at the end of the line, inclined by the slope, with a tail of bows. */
function drawKite(context: CanvasRenderingContext2D, x: number, y: number, slope: number): void {
  context.save();
  context.translate(x, y);
  context.rotate(0.5 - slope * 0.6);
  context.strokeStyle = '#f6b3c8';
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(0, 13);
  context.bezierCurveTo(-9, 20, 6, 26, -6, 34);
  context.stroke();
  for (const [left, top] of [
    [-3, 20],
    [0, 26],
    [-5, 32],
  ] as const) {
    context.fillStyle = '#ffd98a';
    context.fillRect(left - 3, top - 1.5, 6, 3);
  }
  const halves = [
    ['#f06a9a', -9],
    ['#c2326a', 9],
  ] as const;
  for (const [colour, side] of halves) {
    context.fillStyle = colour;
    context.beginPath();
    context.moveTo(0, -13);
    context.lineTo(side, -1);
    context.lineTo(0, 14);
    context.closePath();
    context.fill();
  }
  context.strokeStyle = '#fff0c4';
  context.beginPath();
  context.moveTo(0, -13);
  context.lineTo(9, -1);
  context.lineTo(0, 14);
  context.lineTo(-9, -1);
  context.closePath();
  context.moveTo(-9, -1);
  context.lineTo(9, -1);
  context.stroke();
  context.restore();
}

/** Draws a bet from its start to its end, bright while it would win. */
function drawMark(
  context: CanvasRenderingContext2D,
  { fromTick, toTick, price, isUp }: BetMark,
  { x, y }: Scale,
  last: number,
): void {
  const top = y(price);
  const [from, to] = [Math.max(0, x(fromTick)), x(toTick)];
  const isAhead = isUp ? last > price : last < price;
  context.globalAlpha = isAhead ? 1 : 0.65;
  context.strokeStyle = isUp ? UP : DOWN;
  context.fillStyle = context.strokeStyle;
  context.lineWidth = isAhead ? 2 : 1.5;
  context.setLineDash([4, 4]);
  context.beginPath();
  context.moveTo(from, top);
  context.lineTo(to, top);
  context.stroke();
  context.setLineDash([]);
  const lean = isUp ? -1 : 1;
  context.beginPath();
  context.moveTo(from - 6, top - lean * 3);
  context.lineTo(from + 6, top - lean * 3);
  context.lineTo(from, top + lean * 8);
  context.closePath();
  context.fill();
  context.beginPath();
  context.arc(to, top, isAhead ? 5 : 4, 0, 2 * Math.PI);
  context.fill();
  context.globalAlpha = 1;
}
