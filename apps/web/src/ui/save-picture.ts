// Saves an SVG of the page as a PNG file, large enough to be scanned from another screen.

import { saveFile } from '#lib/browser/save-file';

const EDGE_PX = 1024;

/** False when the browser cannot; the caller shows the alternative. */
export async function savePicture(svg: SVGElement, fileName: string): Promise<boolean> {
  const copy = svg.cloneNode(true) as SVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(EDGE_PX));
  copy.setAttribute('height', String(EDGE_PX));
  const source = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }),
  );
  try {
    const image = new Image(EDGE_PX, EDGE_PX);
    image.src = source;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = EDGE_PX;
    canvas.height = EDGE_PX;
    const pen = canvas.getContext('2d');
    if (!pen) return false;
    pen.fillStyle = '#ffffff';
    pen.fillRect(0, 0, EDGE_PX, EDGE_PX);
    pen.drawImage(image, 0, 0, EDGE_PX, EDGE_PX);
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!picture) return false;
    saveFile(picture, fileName);
    return true;
  } catch {
    return false;
  } finally {
    URL.revokeObjectURL(source);
  }
}
