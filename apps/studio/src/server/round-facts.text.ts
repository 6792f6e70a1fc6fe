// Thai texts of round details for member sites.

export const text = {
  numbers: 'เลขที่ออก',
  free: 'ฟรีสปิน',
  freeAwarded: 'ได้ฟรีสปิน',
  freePlayed: 'ฟรีสปินที่เล่นแล้ว',
  freeWaiting: 'ฟรีสปินค้าง',
  times: (count: number) => `${count} ครั้ง`,
  carry: 'สัญลักษณ์พิเศษ',
  choice: 'ไพ่ที่เก็บ',
  nonce: 'ลำดับ',
  commitment: 'รหัสยืนยัน',
  clientSeed: 'ซีดของผู้เล่น',
  serverSeed: 'ซีดของเกม',
  bets: 'เดิมพัน',
  tableRound: 'รอบของโต๊ะ',
  payout: 'จ่าย',
  isFree: 'ใช่',
  stake: (where: string, amount: string) => `${where} ${amount}`,
  seconds: (count: string) => `${count} วินาที`,
  places: {
    up: 'ขึ้น',
    down: 'ลง',
  } as Readonly<Record<string, string>>,
} as const;
