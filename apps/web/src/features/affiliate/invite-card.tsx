// Referral link with copy, share and QR code actions. A browser without a share sheet copies the link instead.

import { QrCode, Share2 } from 'lucide-react';
import { useState } from 'react';

import { messageText } from '@chaba/contract/messages.text';

import { copyText } from '#lib/browser/clipboard';
import { tickSuccess } from '#lib/browser/haptics';
import { paths } from '#lib/paths';
import { useSite } from '#lib/site/site';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { CopyRow } from '#ui/copy-button';
import { preloadOverlays, Sheet } from '#ui/dialog';
import { QrPicture } from '#ui/qr-picture';
import { toast } from '#lib/react/toast';

import { text } from './affiliate.text.ts';

const icon = { 'aria-hidden': true, size: 20, strokeWidth: 1.75 } as const;

export function InviteCard({ affiliateKey }: { readonly affiliateKey: string }) {
  const [isQrOpen, setQrOpen] = useState(false);
  const { host, origin } = globalThis.location;
  const path = paths.registerWith(affiliateKey);
  const link = origin + path;
  const share = useShare(link);

  return (
    <Card as="div">
      <p className="text-label text-text-2">{text.link}</p>
      <CopyRow
        value={link}
        name={text.link}
        className="mt-2 rounded-ctl border border-hairline bg-surface-2 py-1.5 pr-1.5 pl-4"
      >
        <span className="block text-label break-all">{host + path}</span>
      </CopyRow>
      <div className="pairs mt-3 grid gap-3">
        <Button variant="secondary" onClick={share} icon={<Share2 {...icon} />}>
          {text.share}
        </Button>
        <Button
          variant="secondary"
          onPointerDown={preloadOverlays}
          onClick={() => setQrOpen(true)}
          icon={<QrCode {...icon} />}
        >
          {text.showQr}
        </Button>
      </div>
      <Sheet isOpen={isQrOpen} onClose={() => setQrOpen(false)} title={text.qrTitle} hasFootnote>
        <QrPicture value={link} name={text.qrName} fileName={text.qrFile(affiliateKey)}>
          <div className="text-center">
            <p className="text-small text-text-2">{text.qrNote}</p>
            <p className="text-label break-all">{host + path}</p>
          </div>
        </QrPicture>
      </Sheet>
    </Card>
  );
}

function useShare(url: string): () => void {
  const { site } = useSite();

  async function copy() {
    if (!(await copyText(url))) return;
    tickSuccess();
    toast(messageText.copied);
  }

  async function share() {
    const shared = { title: site.appName, text: text.shareText, url };
    // `navigator.share` is missing in older browsers although the types declare it; some reject data they cannot share.
    if (!('share' in navigator) || !navigator.canShare(shared)) return copy();
    try {
      await navigator.share(shared);
    } catch (error) {
      const isDismissed = error instanceof DOMException && error.name === 'AbortError';
      if (!isDismissed) await copy();
    }
  }

  return () => void share();
}
