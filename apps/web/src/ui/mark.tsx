// The mark: the filled five-petal hibiscus. The picture file is the same one that the tab icon shows.

export function Mark({ size = 32, className }: { readonly size?: number; readonly className?: string }) {
  return <img src="/icon.svg" alt="" width={size} height={size} className={className} />;
}
