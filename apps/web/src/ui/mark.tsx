// The mark: the filled five-petal hibiscus in the colours of the brand. The picture file is the one that the tab's icon
// shows, which the server writes into the page for this brand: in what it rendered too.

const source = globalThis.document?.querySelector('link[rel="icon"]')?.getAttribute('href') ?? '/icon.svg';

export function Mark({
  size = 32,
  loading,
  className,
}: {
  readonly size?: number;
  readonly loading?: 'lazy';
  readonly className?: string;
}) {
  return <img src={source} alt="" width={size} height={size} loading={loading} className={className} />;
}
