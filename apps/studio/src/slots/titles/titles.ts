// The slot titles of the studio. A title is a file in this folder, a line here and a name in titles.text.ts.

import type { SlotTitle } from '#studio/slots/title';

import { buaBan } from './bua-ban.ts';
import { buaSaiNam } from './bua-sai-nam.ts';
import { chabaBlossom } from './chaba-blossom.ts';
import { chanTamra } from './chan-tamra.ts';
import { changKhonThong } from './chang-khon-thong.ts';
import { changPhanThang } from './chang-phan-thang.ts';
import { dueanPhanThang } from './duean-phan-thang.ts';
import { khomRatri } from './khom-ratri.ts';
import { nagaRiver } from './naga-river.ts';
import { rueaSamLam } from './ruea-sam-lam.ts';
import { rueaTamnan } from './ruea-tamnan.ts';
import { samLoSamKhan } from './sam-lo-sam-khan.ts';
import { suanMamuang } from './suan-mamuang.ts';
import { taphianProi } from './taphian-proi.ts';
import { waoPhanThang } from './wao-phan-thang.ts';
import { waoRuamFung } from './wao-ruam-fung.ts';
import { yiPeng } from './yi-peng.ts';

export const slotTitles: readonly SlotTitle[] = [
  buaBan,
  buaSaiNam,
  chabaBlossom,
  chanTamra,
  changKhonThong,
  changPhanThang,
  dueanPhanThang,
  khomRatri,
  nagaRiver,
  rueaSamLam,
  rueaTamnan,
  samLoSamKhan,
  suanMamuang,
  taphianProi,
  waoPhanThang,
  waoRuamFung,
  yiPeng,
];
