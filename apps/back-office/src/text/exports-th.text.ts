// Words of exports in Thai.

import type { ExportFailure, ExportState } from '@chaba/contract/back-office/exports';

export type ExportWords = typeof exportsTh;

export const exportsTh = {
  start: 'ส่งออกทั้งหมด',
  list: 'ไฟล์ส่งออก',
  help: 'ไฟล์ของคุณ เก็บไว้ 7 วัน ข้อมูลส่วนตัวถูกปิดบังเหมือนในรายการ',
  columns: { what: 'ข้อมูล', state: 'สถานะ', rows: 'แถว', created: 'เริ่ม', deleted: 'ลบเมื่อ', tools: 'ไฟล์' },
  states: {
    waiting: 'รอเริ่ม',
    running: 'กำลังเขียน',
    done: 'พร้อม',
    failed: 'ไม่สำเร็จ',
    cancelled: 'ยกเลิก',
  } as Readonly<Record<ExportState, string>>,
  failures: {
    TOO_MANY_ROWS: 'แถวมากเกินไป เลือกช่วงวันให้สั้นลง',
    ACCESS_ENDED: 'คุณไม่มีสิทธิ์ดูข้อมูลนี้แล้ว',
    NO_PROGRESS: 'ถูกขัดจังหวะหลายครั้ง กรุณาเริ่มใหม่',
    FAILED: 'เขียนไฟล์ไม่สำเร็จ กรุณาเริ่มใหม่',
  } as Readonly<Record<ExportFailure, string>>,
  rows: (count: string) => `${count} แถว`,
  download: 'ดาวน์โหลด',
  downloading: (done: number, all: number) => `รับแล้ว ${done} จาก ${all} ส่วน`,
  cancel: 'ยกเลิก',
  empty: 'ยังไม่มีไฟล์',
  emptyHelp: 'กด “ส่งออกทั้งหมด” ในรายการหรือรายงาน',
};
