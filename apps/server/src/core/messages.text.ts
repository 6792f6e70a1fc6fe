// Success messages that only the server sends: the specification lists a message for these endpoints (section 7).

export const messages = {
  signedIn: 'เข้าสู่ระบบสำเร็จ',
  bankFound: 'ตรวจสอบบัญชีเรียบร้อยแล้ว',
  bankNotQueried: 'กรุณากรอกชื่อและนามสกุลตามบัญชีธนาคาร',
  promotionsListed: (count: number) => (count === 0 ? 'ยังไม่มีโปรโมชั่นในขณะนี้' : `โปรโมชั่น ${count} รายการ`),
  prizeWon: (prize: string) => `ยินดีด้วย คุณได้รับ ${prize}`,
  prizeMissed: 'เสียใจด้วย รอบนี้ไม่ได้รางวัล',
} as const;
