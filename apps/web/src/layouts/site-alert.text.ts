// Words of the dialog of an announcement, loaded with it.

export const alertText = { announcement: 'แจ้งเตือน', notToday: 'ไม่ต้องแสดงอีกในวันนี้' } as const;
