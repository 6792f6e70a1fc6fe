// Thai texts of signing out.

export const text = {
  logout: 'ออกจากระบบ',
  logoutQuestion: 'ต้องการออกจากระบบใช่หรือไม่',
} as const;
