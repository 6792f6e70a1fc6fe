// A small turning ring in the colour of the surrounding text.

export function Spinner({ label }: { readonly label: string }) {
  return (
    <span role="status" className="inline-flex">
      <span
        aria-hidden="true"
        className="size-5 animate-spin rounded-full border-[2.5px] border-current/25 border-t-current"
      />
      <span className="sr-only">{label}</span>
    </span>
  );
}
