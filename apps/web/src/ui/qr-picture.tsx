// The QR widget with a button that saves the code as a picture for another screen.

import { Download } from 'lucide-react';
import { type ReactNode, useRef } from 'react';

import { savePicture } from './save-picture.ts';

import { Button } from './button.tsx';
import { useDialog } from './dialog.tsx';
import { QrCode, type QrCodeProps } from './qr-code.tsx';
import { toast } from '#lib/react/toast';
import { text } from './ui.text.ts';

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
