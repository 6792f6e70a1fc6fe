// The hibiscus as an outline: the quiet repeat of the mark on money cards.

const PETAL =
  'M0 0C-9-6-27-20-23-36C-21.5-42-16-40.5-12.5-44.5C-8-49.5-4-46 0-48.5C4-46 8-49.5 12.5-44.5C16-40.5 21.5-42 23-36C27-20 9-6 0 0Z';
const VEINS = 'M0-9V-42M0-9Q-3-22-6-40M0-9Q3-22 6-40M0-9Q-7-22-14-36M0-9Q7-22 14-36';
const turns = [0, 72, 144, 216, 288];

export function FlowerOutline({ className }: { readonly className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="-52 -52 104 104"
      fill="none"
      stroke="currentColor"
      strokeWidth="0.9"
      className={className}
    >
      {turns.map((turn) => (
        <g key={turn} transform={`rotate(${turn})`}>
          <path d={PETAL} />
          <path d={VEINS} strokeLinecap="round" />
        </g>
      ))}
    </svg>
  );
}
