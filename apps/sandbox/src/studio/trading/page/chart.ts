// The chart: the last ticks as one line on a canvas, with the open bets on it. Draws only when something changed.

import { isMotionReduced } from '#studio/page/motion';

export type Mark = {
  readonly fromTick: number;
  readonly toTick: number;
  readonly price: number;
  readonly isUp: boolean;
};

const SHOWN = 90;
/** Room on the right for bets that reach ahead. */
const AHEAD = 34;

export class Chart {
  readonly root = document.createElement('canvas');
  #prices: number[] = [];
  #tick = 0;
  #marks: readonly Mark[] = [];
  #startedAt = 0;
  #tickMs = 1_000;
  #frame = 0;

  constructor() {
    this.root.className = 'chart';
    this.root.setAttribute('role', 'img');
    new ResizeObserver(() => this.#draw()).observe(this.root);
  }

  add(tick: number, prices: readonly number[], tickMs: number): void {
    // A page that comes is told many at once; whoever looks on, one after another.
    if (prices.length > 1) this.#prices = prices.slice(-SHOWN);
    else if (tick !== this.#tick) this.#prices = [...this.#prices, ...prices].slice(-SHOWN);
    this.#tick = tick;
    this.#tickMs = tickMs;
    this.#startedAt = performance.now();
    this.#animate();
  }

  mark(marks: readonly Mark[]): void {
    this.#marks = marks;
    this.#draw();
  }

  /** The newest step is walked in a third of a tick. */
  #animate(): void {
    cancelAnimationFrame(this.#frame);
    const step = (): void => {
      this.#draw();
      if (this.#share() < 1) this.#frame = requestAnimationFrame(step);
    };
    step();
  }

  #share(): number {
    if (isMotionReduced()) return 1;
    return Math.min(1, (performance.now() - this.#startedAt) / (this.#tickMs / 3));
  }

  #draw(): void {
    const { clientWidth: width, clientHeight: height } = this.root;
    const context = this.root.getContext('2d');
    if (!context || width === 0 || this.#prices.length === 0) return;
    const scale = Math.min(devicePixelRatio, 3);
    if (this.root.width !== Math.round(width * scale) || this.root.height !== Math.round(height * scale)) {
      this.root.width = Math.round(width * scale);
      this.root.height = Math.round(height * scale);
    }
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    const shown = [...this.#prices, ...this.#marks.map(({ price }) => price)];
    const middle = (Math.max(...shown) + Math.min(...shown)) / 2;
    const half = Math.max(30, (Math.max(...shown) - Math.min(...shown)) / 2) * 1.25;
    const x = (tick: number): number => ((tick - this.#tick + SHOWN - 1) / (SHOWN + AHEAD)) * width;
    const y = (price: number): number => height / 2 - ((price - middle) / half) * (height / 2 - 8);
    this.#grid(context, width, height);
    this.#line(context, x, y, height);
    for (const mark of this.#marks) drawMark(context, mark, x, y);
  }

  #grid(context: CanvasRenderingContext2D, width: number, height: number): void {
    context.strokeStyle = 'rgb(139 120 150 / 0.18)';
    context.lineWidth = 1;
    for (let row = 1; row < 5; row += 1) {
      context.beginPath();
      context.moveTo(0, (height * row) / 5);
      context.lineTo(width, (height * row) / 5);
      context.stroke();
    }
  }

  #line(
    context: CanvasRenderingContext2D,
    x: (tick: number) => number,
    y: (price: number) => number,
    height: number,
  ): void {
    const first = this.#tick - this.#prices.length + 1;
    const before = this.#prices.at(-2) ?? this.#prices.at(-1) ?? 0;
    const last = before + ((this.#prices.at(-1) ?? 0) - before) * this.#share();
    const points = this.#prices.map(
      (price, index) => [x(first + index), y(index === this.#prices.length - 1 ? last : price)] as const,
    );
    context.beginPath();
    for (const [index, [left, top]] of points.entries()) {
      if (index === 0) context.moveTo(left, top);
      else context.lineTo(left, top);
    }
    context.strokeStyle = '#ffd98a';
    context.lineWidth = 2;
    context.lineJoin = 'round';
    context.stroke();
    const [endX, endY] = points.at(-1) ?? [0, 0];
    context.lineTo(endX, height);
    context.lineTo(points[0]?.[0] ?? 0, height);
    const fill = context.createLinearGradient(0, 0, 0, height);
    fill.addColorStop(0, 'rgb(230 180 80 / 0.32)');
    fill.addColorStop(1, 'rgb(230 180 80 / 0)');
    context.fillStyle = fill;
    context.fill();
    drawKite(context, endX, endY);
  }
}

/** The newest price is a kite on its string. */
function drawKite(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.fillStyle = '#d8487a';
  context.strokeStyle = '#fff0c4';
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x, y - 10);
  context.lineTo(x + 7, y);
  context.lineTo(x, y + 12);
  context.lineTo(x - 7, y);
  context.closePath();
  context.fill();
  context.stroke();
}

function drawMark(
  context: CanvasRenderingContext2D,
  { fromTick, toTick, price, isUp }: Mark,
  x: (tick: number) => number,
  y: (price: number) => number,
): void {
  context.strokeStyle = isUp ? '#4cc38a' : '#ff7a7a';
  context.fillStyle = context.strokeStyle;
  context.lineWidth = 1.5;
  context.setLineDash([4, 4]);
  context.beginPath();
  context.moveTo(x(fromTick), y(price));
  context.lineTo(x(toTick), y(price));
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  context.arc(x(toTick), y(price), 4, 0, 2 * Math.PI);
  context.fill();
}
