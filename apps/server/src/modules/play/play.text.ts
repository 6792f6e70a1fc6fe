// Thai texts of rounds shown to a member.

type Decided = { readonly spins: number; readonly notice: string };

export const text = {
  spinsSettled: ({ spins, paid, notice }: Decided & { readonly paid: string }) =>
    `ฟรีสปิน ${spins} รอบที่ค้าง เจ้าหน้าที่คิดผลให้ ${paid} บาท: ${notice}`,
  spinsVoided: ({ spins, notice }: Decided) => `ฟรีสปิน ${spins} รอบที่ค้าง เจ้าหน้าที่ยกเลิก: ${notice}`,
} as const;
