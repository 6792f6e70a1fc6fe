// Names of the slot titles.

export const titleNames: Readonly<Record<string, string>> = {
  'chaba-blossom': 'ตลาดโคมชบา',
  'naga-river': 'ลำน้ำนาคา',
  'bua-sai-nam': 'สายน้ำบัว',
  'bua-ban': 'บัวบาน',
  'chang-khon-thong': 'ช้างขนทอง',
  'chang-phan-thang': 'ช้างพันทาง',
  'khom-ratri': 'โคมราตรี',
  'yi-peng': 'ยี่เป็งโคมแดง',
  'ruea-tamnan': 'ตำนานเรือ',
  'ruea-sam-lam': 'เรือสามลำ',
  'wao-ruam-fung': 'ว่าวรวมฝูง',
  'wao-phan-thang': 'ว่าวพันทาง',
  'suan-mamuang': 'สวนมะม่วง',
  'sam-lo-sam-khan': 'สามล้อสามคัน',
  'chan-tamra': 'ตำราจันทร์',
  'taphian-proi': 'ตะเพียนโปรย',
  'duean-phan-thang': 'เดือนพันทาง',
};
