// The key of a button, shown on wide screens. Screen readers have the list of keys instead.

export function KeyHint({ name }: { readonly name: string | number }) {
  return (
    <kbd aria-hidden="true" className="hidden text-micro opacity-70 lg:inline">
      {name}
    </kbd>
  );
}
