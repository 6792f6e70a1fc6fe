// Thai words of the promotions page.

export const text = {
  title: 'โปรโมชั่น',
  lead: 'เงื่อนไขทุกข้อแสดงเป็นตัวเลขก่อนกดรับ',
  empty: 'ยังไม่มีโปรโมชั่นในขณะนี้',
  register: 'สมัครสมาชิก',
} as const;
