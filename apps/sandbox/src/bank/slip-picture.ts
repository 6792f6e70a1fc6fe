// Renders a slip as PNG on request. The picture depends only on its transfer. The font is bundled; system fonts are not
// used.

import { fileURLToPath } from 'node:url';

import { formatBaht } from '@chaba/money';
import { renderAsync } from '@resvg/resvg-js';

import { slipSvg, type DrawnParty } from './slip-svg.ts';
import { slipTime } from './slip-picture.text.ts';
import { partiesOf, type BankSlipParty } from './slips.ts';
import { slipQrOf } from './transfers.ts';
import type { BankTransfer } from './transfers.store.ts';

const fontFiles = ['400Regular', '500Medium', '600SemiBold', '700Bold'].map((style) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/anuphan/${style}/Anuphan_${style}.ttf`)),
);

export async function drawSlip(transfer: BankTransfer): Promise<Buffer> {
  const { sender, receiver } = partiesOf(transfer);
  const svg = slipSvg({
    sendingBank: transfer.fromBankCode,
    time: slipTime(transfer.atMs),
    amount: formatBaht(transfer.amount),
    transRef: transfer.transRef,
    qrText: slipQrOf(transfer),
    sender: drawnParty(transfer.fromBankCode, sender),
    receiver: drawnParty(transfer.toBankCode, receiver),
  });
  return rasterOf(svg);
}

async function rasterOf(svg: string): Promise<Buffer> {
  const drawn = await renderAsync(svg, {
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Anuphan' },
    // Opaque background, because dark viewers show transparency as black.
    background: '#ffffff',
  });
  return drawn.asPng();
}

function drawnParty(bankCode: string, party: BankSlipParty): DrawnParty {
  return {
    bankCode,
    name: party.displayName,
    number: party.account?.value ?? party.proxy?.value ?? '',
  };
}
