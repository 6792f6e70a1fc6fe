// The slot titles of the studio. A title is a file in this folder, a line here and a name in titles.text.ts.

import type { SlotTitle } from '#studio/games/slots/title';

import { buaBan } from './bua-ban.ts';
import { buaKepThong } from './bua-kep-thong.ts';
import { buaPhanThang } from './bua-phan-thang.ts';
import { buaSaiNam } from './bua-sai-nam.ts';
import { chabaBlossom } from './chaba-blossom.ts';
import { chabaProi } from './chaba-proi.ts';
import { chabaSamDok } from './chaba-sam-dok.ts';
import { chabaTamra } from './chaba-tamra.ts';
import { chanKhluen } from './chan-khluen.ts';
import { chanProi } from './chan-proi.ts';
import { chanTamra } from './chan-tamra.ts';
import { changKhabuan } from './chang-khabuan.ts';
import { changKhonThong } from './chang-khon-thong.ts';
import { changPhanThang } from './chang-phan-thang.ts';
import { changSamChueak } from './chang-sam-chueak.ts';
import { dueanPhanThang } from './duean-phan-thang.ts';
import { khomKlum } from './khom-klum.ts';
import { khomLoiFa } from './khom-loi-fa.ts';
import { khomRatri } from './khom-ratri.ts';
import { loBanthuek } from './lo-banthuek.ts';
import { loPhanThang } from './lo-phan-thang.ts';
import { loRopKrung } from './lo-rop-krung.ts';
import { mamuangKepKaeo } from './mamuang-kep-kaeo.ts';
import { mamuangPhuang } from './mamuang-phuang.ts';
import { mamuangSamLuk } from './mamuang-sam-luk.ts';
import { nagaRiver } from './naga-river.ts';
import { rueaKhaeng } from './ruea-khaeng.ts';
import { rueaSamLam } from './ruea-sam-lam.ts';
import { rueaTamnan } from './ruea-tamnan.ts';
import { samLoSamKhan } from './sam-lo-sam-khan.ts';
import { suanMamuang } from './suan-mamuang.ts';
import { talatNam } from './talat-nam.ts';
import { taphianFung } from './taphian-fung.ts';
import { taphianProi } from './taphian-proi.ts';
import { taphianRiang } from './taphian-riang.ts';
import { taphianTamra } from './taphian-tamra.ts';
import { waoKepDao } from './wao-kep-dao.ts';
import { waoPhanThang } from './wao-phan-thang.ts';
import { waoRiangLom } from './wao-riang-lom.ts';
import { waoRuamFung } from './wao-ruam-fung.ts';
import { yiPeng } from './yi-peng.ts';

export const slotTitles: readonly SlotTitle[] = [
  buaBan,
  buaKepThong,
  buaPhanThang,
  buaSaiNam,
  chabaBlossom,
  chabaProi,
  chabaSamDok,
  chabaTamra,
  chanKhluen,
  chanProi,
  chanTamra,
  changKhabuan,
  changKhonThong,
  changPhanThang,
  changSamChueak,
  dueanPhanThang,
  khomKlum,
  khomLoiFa,
  khomRatri,
  loBanthuek,
  loPhanThang,
  loRopKrung,
  mamuangKepKaeo,
  mamuangPhuang,
  mamuangSamLuk,
  nagaRiver,
  rueaKhaeng,
  rueaSamLam,
  rueaTamnan,
  samLoSamKhan,
  suanMamuang,
  talatNam,
  taphianFung,
  taphianProi,
  taphianRiang,
  taphianTamra,
  waoKepDao,
  waoPhanThang,
  waoRiangLom,
  waoRuamFung,
  yiPeng,
];
