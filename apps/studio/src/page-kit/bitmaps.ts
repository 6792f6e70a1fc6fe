// Cuts a sheet of vector drawings into bitmaps once, so that animations move finished pictures.

/** A referenced image stays decoded in the browser, so another element with its address shows it at once. */
const held: HTMLImageElement[] = [];

/** Image addresses by name. */
export type Images = Readonly<Record<string, string>>;

export async function cutSheet(
  address: string,
  names: readonly string[],
  { columns, cell }: { readonly columns: number; readonly cell: number },
): Promise<Images> {
  const sheet = new Image();
  sheet.src = address;
  await sheet.decode();
  const pairs = await Promise.all(
    names.map(async (name, index) => {
      const place = { x: (index % columns) * cell, y: Math.floor(index / columns) * cell };
      return [name, await cut(sheet, place, cell)] as const;
    }),
  );
  return Object.fromEntries(pairs);
}

async function cut(
  sheet: HTMLImageElement,
  { x, y }: { readonly x: number; readonly y: number },
  size: number,
): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) return sheet.src;
  context.shadowColor = 'rgb(0 0 0 / 0.45)';
  context.shadowBlur = size / 18;
  context.shadowOffsetY = size / 30;
  context.drawImage(sheet, x, y, size, size, 0, 0, size, size);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!blob) return sheet.src;
  const bitmap = new Image(size, size);
  bitmap.src = URL.createObjectURL(blob);
  await bitmap.decode();
  held.push(bitmap);
  return bitmap.src;
}
