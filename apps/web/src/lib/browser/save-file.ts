// Saves a file through the browser's download.

/** The object URL is revoked after a delay, because the browser reads it after the click. */
const ADDRESS_LIVES_MS = 10_000;

export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), ADDRESS_LIVES_MS);
}
