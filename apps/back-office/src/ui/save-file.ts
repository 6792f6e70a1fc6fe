// Saving of a text as a file of the browser.

/** @param texts Parts of the file in order. */
export function saveFile(name: string, texts: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([...texts], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
