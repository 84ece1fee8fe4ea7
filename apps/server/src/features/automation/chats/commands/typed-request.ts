import { normalized } from './names.ts';

/** What was written into a chat, in any of the languages. */
export type TypedRequest =
  | { readonly kind: 'help' | 'status' | 'alerts' | 'stop' }
  | { readonly kind: 'run'; readonly scene: string }
  /** `name`: all of it without courtesy, which may be what a scene is called. */
  | { readonly kind: 'switch'; readonly target: string; readonly on: boolean; readonly name: string }
  | { readonly kind: 'name'; readonly name: string };

type Word = Extract<TypedRequest, { kind: 'help' | 'status' | 'alerts' | 'stop' }>['kind'];

const terms: Readonly<Record<Word, readonly string[]>> = {
  help: ['', 'help', 'start', 'ช่วยเหลือ', 'ช่วย', 'วิธีใช้', 'คำสั่ง', 'เริ่ม'],
  status: ['status', 'สถานะ', 'สถานะอุปกรณ์', 'ดูสถานะ'],
  alerts: ['alerts', 'การเตือน', 'เตือน', 'การแจ้งเตือน', 'แจ้งเตือน', 'ดูการเตือน'],
  stop: ['stop', 'เลิกเชื่อม', 'เลิกเชื่อมต่อ', 'ยกเลิกการเชื่อมต่อ'],
};
const kindOf = new Map(
  (Object.entries(terms) as [Word, readonly string[]][]).flatMap(([kind, all]) =>
    all.map((word) => [normalized(word), kind] as const),
  ),
);

/** `run evening`, `scene evening` */
const running = /^(?:(?:run|start) (?:the )?(?:scene )?|scene )(.+)$/;
/** `fan on`, `turn on the fan` */
const switching = /^(?:(?:turn |switch )?(?:the )?(.+) (on|off)|(?:turn |switch )?(on|off) (?:the )?(.+))$/;

/** `ใช้กลางคืน`, `ชุดคำสั่งกลางคืน`: Thai is written without spaces. */
const runningTh = /^(?:(?:ใช้|สั่ง(?! ?(?:เปิด|ปิด|หยุด))|เรียกใช้) ?(?:ชุดคำสั่ง)?|ชุดคำสั่ง) ?(.+)$/;
/** `เปิดพัดลม`, `สั่งเปิดพัดลม`, `พัดลม ปิด` */
const switchingTh = /^(?:(?:สั่ง ?)?(เปิด|ปิด|หยุด) ?(.+)|(.+) (เปิด|ปิด))$/;
/** `please turn on the fan` */
const please = /^please | please$/g;
/** `ช่วยเปิดไฟให้หน่อยครับ` */
const courtesy = /^(?:(?:ช่วย|กรุณา|รบกวน) ?)?(.+?)(?: ?(?:ให้ ?)?(?:หน่อย|ด้วย))?(?: ?(?:นะ)?(?:ครับ|คับ|ค่ะ|คะ))?$/;

/** Reads what somebody wrote; `name`: it is no request that begins with a word of one, but may be what something is called. */
export function readRequest(typed: string): TypedRequest {
  // Not “please stop”, which may be about a pump.
  const kind = kindOf.get(normalized(typed));
  if (kind !== undefined) return { kind };
  const text = normalized(typed).replace(please, '');
  const plain = courtesy.exec(text)?.[1] ?? text;
  const scene = running.exec(text)?.[1] ?? runningTh.exec(plain)?.[1];
  if (scene !== undefined) return { kind: 'run', scene };
  const [, before, last, first, behind] = switching.exec(text) ?? [];
  const word = last ?? first;
  if (word !== undefined) return { kind: 'switch', target: before ?? behind ?? '', on: word === 'on', name: text };
  const [, firstTh, behindTh, beforeTh, lastTh] = switchingTh.exec(plain) ?? [];
  const wordTh = firstTh ?? lastTh;
  if (wordTh !== undefined) {
    const name = plain.replace(/^สั่ง ?/, '');
    return { kind: 'switch', target: behindTh ?? beforeTh ?? '', on: wordTh === 'เปิด', name };
  }
  return { kind: 'name', name: text };
}
