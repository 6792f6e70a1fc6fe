// Words of the parts of the member's frame that are loaded later.

export const deferredText = {
  restQuestion: (minutes: number) => `คุณเล่นต่อเนื่องมา ${minutes} นาทีแล้ว ต้องการพักหรือไม่`,
  rest: 'พักการเล่น',
  goOn: 'เล่นต่อ',
  refreshing: 'กำลังโหลด…',
} as const;
