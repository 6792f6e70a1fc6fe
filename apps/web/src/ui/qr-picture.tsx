// The QR widget with a button that saves the code as a picture for another screen.

import { Download } from 'lucide-react';
import { type ReactNode, useRef } from 'react';

import { toast } from '#lib/react/toast';
import { saveFile } from '#lib/browser/save-file';

import { Button } from './button.tsx';
import { useDialog } from './dialog.tsx';
import { QrCode, type QrCodeProps } from './qr-code.tsx';
import { text } from './ui.text.ts';

const EDGE_PX = 1024;

export function QrPicture({
  fileName,
  children,
  ...code
}: QrCodeProps & {
  readonly fileName: string;
  /** Text between code and button: the target of the code. */
  readonly children?: ReactNode;
}) {
  const { showMessage } = useDialog();
  const place = useRef<HTMLDivElement>(null);

  async function save() {
    const svg = place.current?.querySelector('svg');
    const isSaved = svg ? await savePicture(svg, fileName) : false;
    if (isSaved) toast(text.qrSaved);
    else await showMessage({ message: text.qrFailed, tone: 'failure' });
  }

  return (
    <div className="flex w-full flex-col items-center gap-4">
      <div ref={place} className="flex rounded-card bg-white p-1">
        <QrCode {...code} />
      </div>
      {children}
      <Button
        isWide
        size="large"
        onClick={() => void save()}
        icon={<Download aria-hidden="true" size={20} strokeWidth={1.75} />}
      >
        {text.qrSave}
      </Button>
    </div>
  );
}

/** False when the browser cannot; the caller shows the alternative. */
async function savePicture(svg: SVGElement, fileName: string): Promise<boolean> {
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
