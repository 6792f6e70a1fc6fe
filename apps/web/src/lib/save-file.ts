// Hands a file to the browser to keep.

/** The address may go a little after the click: the browser reads the file then. */
const ADDRESS_LIVES_MS = 10_000;

export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), ADDRESS_LIVES_MS);
}
