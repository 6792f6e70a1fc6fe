// Thai texts of the pages of card-garden.

import type { PokerHand } from '#studio/games/card-garden/maths';

export const handNames: Readonly<Record<PokerHand, string>> = {
  royalFlush: 'รอยัลฟลัช',
  straightFlush: 'สเตรทฟลัช',
  fourOfAKind: 'โฟร์การ์ด',
  fullHouse: 'ฟูลเฮาส์',
  flush: 'ฟลัช',
  straight: 'สเตรท',
  threeOfAKind: 'ตอง',
  twoPair: 'สองคู่',
  jacksOrBetter: 'คู่ J ขึ้นไป',
};

export const handHints: Readonly<Record<PokerHand, string>> = {
  royalFlush: '10 J Q K A ดอกเดียวกัน',
  straightFlush: 'ไพ่เรียงห้าใบ ดอกเดียวกัน',
  fourOfAKind: 'ไพ่เลขเดียวกันสี่ใบ',
  fullHouse: 'ตองหนึ่งชุดกับคู่หนึ่งคู่',
  flush: 'ดอกเดียวกันทั้งห้าใบ',
  straight: 'ไพ่เรียงห้าใบ ดอกใดก็ได้',
  threeOfAKind: 'ไพ่เลขเดียวกันสามใบ',
  twoPair: 'คู่สองคู่',
  jacksOrBetter: 'คู่ J, Q, K หรือ A',
};

export const suitNames = ['ดอกจิก', 'ข้าวหลามตัด', 'โพแดง', 'โพดำ'] as const;

export const cardText = {
  facts: (_lines: number, percent: string) => `คู่ J ขึ้นไป 9/6 · RTP ${percent}% เมื่อเล่นดีที่สุด`,
  play: 'แจกไพ่',
  playOn: 'เปลี่ยนไพ่',
  ready: 'แตะแจกไพ่เพื่อเริ่ม',
  choose: 'แตะไพ่ที่จะเก็บ แล้วแตะเปลี่ยนไพ่',
  have: (hand: string) => `ตอนนี้มี ${hand} · แตะไพ่ที่จะเก็บ`,
  table: 'ตารางจ่ายเป็นเท่าของเดิมพัน',
  hand: 'ไพ่ในมือ',
  back: 'ไพ่คว่ำ',
  card: (rank: string, suit: string) => `${rank} ${suit}`,
  hold: 'เก็บ',
  times: (count: number) => `×${count}`,
  helper: 'ตัวช่วยคำนวณ',
  helperOff: 'ปิดอยู่',
  helperIdle: 'จะแนะนำเมื่อแจกไพ่',
  helperBusy: 'กำลังคำนวณ…',
  helperBest: (best: string) => `ดีที่สุด เฉลี่ย ${best} เท่า`,
  helperChosen: (chosen: string, best: string) => `ที่เลือก ${chosen} · ดีที่สุด ${best} เท่า`,
  kept: (cards: string) => `เก็บ ${cards}`,
  keptNone: 'ไม่ได้เก็บไพ่',
  intro: 'แจกห้าใบจากสำรับ 52 ใบ เลือกเก็บกี่ใบก็ได้ ที่เหลือเปลี่ยนจากสำรับเดียวกันหนึ่งครั้ง แล้วจ่ายตามไพ่ในมือ ตั้งแต่คู่ J ขึ้นไป',
  waitTitle: 'ถ้าออกกลางรอบ',
  wait: 'เดิมพันหักตอนแจกไพ่ ไพ่ในมือรออยู่ 12 ชั่วโมง เปิดเกมอีกครั้งเพื่อเล่นต่อ หากไม่กลับมา ระบบเลือกแบบที่เฉลี่ยได้มากที่สุดให้',
  helperTitle: 'ตัวช่วย',
  helperRules: 'คำนวณค่าเฉลี่ยที่แน่นอนของการเก็บทั้ง 32 แบบในเครื่องของคุณเอง ปิดไว้จนกว่าจะเปิด ใช้หรือไม่ใช้ ไพ่ที่จะได้ไม่เปลี่ยน',
  rtp: (percent: string) =>
    `${percent}% เมื่อเลือกแบบที่ดีที่สุดทุกครั้ง คำนวณจากไพ่ทุกมือที่เป็นไปได้ 2,598,960 มือ เล่นแบบอื่นได้น้อยกว่านี้ เป็นค่าเฉลี่ยระยะยาว ไม่ใช่ผลของรอบใดรอบหนึ่ง`,
  keys: '1 ถึง 5 เลือกไพ่ · เว้นวรรคหรือ Enter แจกและเปลี่ยนไพ่ · ลูกศรปรับเดิมพัน · Esc ปิด',
} as const;
