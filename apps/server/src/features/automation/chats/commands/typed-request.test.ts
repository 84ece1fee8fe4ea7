import { expect, test } from 'vitest';
import { readRequest } from './typed-request.ts';

const fan = (on: boolean, target = 'fan') => ({ kind: 'switch', target, on });
const written: readonly [string, object][] = [
  ['', { kind: 'help' }],
  ['Help!', { kind: 'help' }],
  ['ช่วยเหลือ', { kind: 'help' }],
  ['Status', { kind: 'status' }],
  [' สถานะ ', { kind: 'status' }],
  ['alerts', { kind: 'alerts' }],
  ['การเตือน', { kind: 'alerts' }],
  ['stop', { kind: 'stop' }],
  ['เลิกเชื่อม', { kind: 'stop' }],
  ['fan on', fan(true)],
  ['turn off the fan', fan(false)],
  ['เปิดพัดลม', fan(true, 'พัดลม')],
  ['ปิด พัดลม', fan(false, 'พัดลม')],
  ['พัดลม ปิด', fan(false, 'พัดลม')],
  ['หยุดปั๊มน้ำ', fan(false, 'ปั๊มน้ำ')],
  ['ช่วยเปิดไฟหน้าบ้านหน่อยครับ', fan(true, 'ไฟหน้าบ้าน')],
  ['ปิดไฟด้วยนะคะ', fan(false, 'ไฟ')],
  ['ปิดไฟให้หน่อย', fan(false, 'ไฟ')],
  ['ช่วยปิดไฟให้ด้วยครับ', fan(false, 'ไฟ')],
  ['สั่งเปิดพัดลม', fan(true, 'พัดลม')],
  ['สั่ง ปิด พัดลมหน่อย', fan(false, 'พัดลม')],
  ['turn on fan please', fan(true)],
  ['Please, turn off the fan', fan(false)],
  ['พัดลม on', fan(true, 'พัดลม')],
  ['สั่งปิดบ้านให้หน่อย', { ...fan(false, 'บ้าน'), name: 'ปิดบ้าน' }],
  ['lights on please', { ...fan(true, 'lights'), name: 'lights on' }],
  // It may be about a pump, and must not disconnect the chat.
  ['please stop', { kind: 'name', name: 'stop' }],
  ['run the scene evening', { kind: 'run', scene: 'evening' }],
  ['ใช้กลางคืน', { kind: 'run', scene: 'กลางคืน' }],
  ['สั่งกลางคืน', { kind: 'run', scene: 'กลางคืน' }],
  ['สั่งชุดคำสั่งเปิดไฟ', { kind: 'run', scene: 'เปิดไฟ' }],
  ['run evening please', { kind: 'run', scene: 'evening' }],
  ['ชุดคำสั่ง กลางคืน', { kind: 'run', scene: 'กลางคืน' }],
  ['Greenhouse 1', { kind: 'name', name: 'greenhouse 1' }],
  ['โรงเรือน 1', { kind: 'name', name: 'โรงเรือน 1' }],
  // A verb alone names nothing; a panicked “stop” in Thai does not mean to disconnect the chat.
  ['เปิด', { kind: 'name', name: 'เปิด' }],
  ['หยุด', { kind: 'name', name: 'หยุด' }],
  ['on', { kind: 'name', name: 'on' }],
];

test.each(written)('%j', (typed, request) => {
  expect(readRequest(typed)).toMatchObject(request);
});
