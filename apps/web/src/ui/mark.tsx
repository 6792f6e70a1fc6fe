// The site's mark: a filled five-petal hibiscus in the site's colours. The file is that of the tab icon, whose address
// the server writes into the page, also in rendered HTML.

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
