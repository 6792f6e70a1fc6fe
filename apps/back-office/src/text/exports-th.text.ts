// Words of exports in Thai.

import type { ExportEvery, ExportFailure, ExportState } from '@chaba/contract/back-office/exports';

export type ExportWords = typeof exportsTh;

export const exportsTh = {
  start: 'ส่งออกทั้งหมด',
  list: 'ไฟล์ส่งออก',
  help: 'ไฟล์ของคุณ เก็บไว้ 7 วัน ข้อมูลส่วนตัวถูกปิดบังเหมือนในรายการ',
  more: 'ส่งออกแบบอื่น',
  schedule: 'ตั้งเวลาส่งออก',
  scheduleHelp: 'เขียนไฟล์ใหม่ตามตัวกรองและคอลัมน์นี้ทุกครั้งที่ถึงเวลา (เวลาไทย) ดูได้ที่หน้าไฟล์ส่งออก',
  scheduleReportHelp: 'เขียนรายงานของวัน สัปดาห์ หรือเดือนก่อนหน้าทุกครั้งที่ถึงเวลา (เวลาไทย) ดูได้ที่หน้าไฟล์ส่งออก',
  every: 'ทุก',
  hour: 'เวลา',
  periods: { day: 'ทุกวัน', week: 'ทุกวันจันทร์', month: 'ทุกวันที่ 1' } as Readonly<Record<ExportEvery, string>>,
  schedules: 'ไฟล์ที่ตั้งเวลาไว้',
  next: (period: string, time: string) => `${period} · ครั้งถัดไป ${time}`,
  scheduleLost: 'หยุดแล้ว เพราะคุณไม่มีสิทธิ์ดูข้อมูลนี้',
  endSchedule: 'หยุด',
  revealHelp: (hours: number) =>
    `ไฟล์ที่มีชื่อ เบอร์โทร และบัญชีครบถ้วน ต้องให้อีกคนอนุมัติ เก็บไว้ ${hours} ชั่วโมง และบันทึกว่ามีข้อมูลของสมาชิกคนใดบ้าง`,
  inFull: 'ไม่ปิดบัง',
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
