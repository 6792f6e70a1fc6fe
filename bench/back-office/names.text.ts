// Names of made-up members: a first name is borne by one member in twenty, a surname is joined of three parts.

export const firstNames: readonly string[] = [
  'สมชาย',
  'สมหญิง',
  'อรทัย',
  'ประเสริฐ',
  'วิชัย',
  'มาลี',
  'สุดารัตน์',
  'ธนพล',
  'กิตติศักดิ์',
  'พิมพ์ชนก',
  'ณัฐพงศ์',
  'จิราภรณ์',
  'อภิชาติ',
  'วราภรณ์',
  'ศิริพร',
  'ชัยวัฒน์',
  'น้ำฝน',
  'บุญมี',
  'เกศรินทร์',
  'ไพโรจน์',
];

export const surnameParts: readonly (readonly string[])[] = [
  ['ศรี', 'ทอง', 'วงศ์', 'บุญ', 'จันทร์', 'สุข', 'พงษ์', 'เจริญ', 'รัตน', 'ชัย', 'แก้ว', 'อินทร์', 'พิทักษ์', 'มงคล', 'สิริ'],
  ['สวัสดิ์', 'ประเสริฐ', 'สมบูรณ์', 'วัฒนา', 'พันธุ์', 'ไพศาล', 'กิจ', 'ธรรม', 'ไทย', 'เดช', 'โชติ', 'ภักดี', 'นคร', 'ชาติ'],
  ['กุล', 'วงษ์', 'ชัยกุล', 'สกุล', 'พาณิชย์', 'รักษ์', 'ดำรง', 'มณี', 'อุดม', 'ใจดี', 'ทวีทรัพย์', 'เลิศล้ำ', 'ศักดิ์สิทธิ์'],
];

/** Texts of searches, each with the reason why it is measured. */
export const searchedNames = {
  firstName: 'เกศรินทร์ ศรีสวัสดิ์กุล',
  middleOfSurname: 'วัฒนาทวี',
  oneOfTwenty: 'น้ำฝน',
  nobody: 'ฬฬฬฬฬ',
} as const;
