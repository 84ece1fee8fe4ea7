import type { DeliveryResult } from './delivery-result.ts';

export const deliveryResultsTh: Readonly<Record<DeliveryResult, string>> = {
  'This server sends no mail. Its administrator can set SMTP_URL.':
    'เซิร์ฟเวอร์นี้ส่งอีเมลไม่ได้ ผู้ดูแลระบบเปิดใช้ได้โดยตั้งค่า SMTP_URL',
  'Not confirmed yet. Open the link in the mail that was sent there.': 'ยังไม่ได้ยืนยัน เปิดลิงก์ในอีเมลที่ส่งไปที่นั่น',
  'The mail server took it.': 'เซิร์ฟเวอร์อีเมลรับไปแล้ว',
  'The mail server could not be reached.': 'ติดต่อเซิร์ฟเวอร์อีเมลไม่ได้',
  'The mail server refused it (#).': 'เซิร์ฟเวอร์อีเมลไม่รับ (#)',
  'The service responded with #.': 'บริการตอบกลับด้วยรหัส #',
  'The address leads to another one (#). Add the contact with that one.': 'ที่อยู่นี้ส่งต่อไปที่อื่น (#) เพิ่มช่องทางติดต่อด้วยที่อยู่นั้นแทน',
  'The service refused it (#). Check the address and its token.': 'บริการไม่รับ (#) ตรวจสอบที่อยู่และโทเค็น',
  'The service does not know the address any more (#). Add the contact again.':
    'บริการไม่รู้จักที่อยู่นี้แล้ว (#) เพิ่มช่องทางติดต่ออีกครั้ง',
  'The service takes no more messages for now (#).': 'บริการยังไม่รับข้อความเพิ่มในตอนนี้ (#)',
  'The service did not respond within 10 seconds.': 'บริการไม่ตอบภายใน 10 วินาที',
  'The host of the address was not found. Check it for typing errors.': 'ไม่พบโฮสต์ของที่อยู่นี้ ตรวจสอบว่าพิมพ์ถูกหรือไม่',
  'The service could not be reached.': 'ติดต่อบริการไม่ได้',
  'The service could not be reached (#).': 'ติดต่อบริการไม่ได้ (#)',
  'The certificate of the service is not valid (#).': 'ใบรับรองของบริการไม่ถูกต้อง (#)',
  'Nothing listens at the address. Check its host and port.': 'ไม่มีบริการรอรับอยู่ที่ที่อยู่นี้ ตรวจสอบโฮสต์และพอร์ต',
  'The address leads to a local network, where this server sends nothing. Its administrator can allow that with OUTGOING_NETWORKS.':
    'ที่อยู่นี้อยู่ในเครือข่ายภายใน ซึ่งเซิร์ฟเวอร์นี้ไม่ส่งไป ผู้ดูแลระบบอนุญาตได้ด้วย OUTGOING_NETWORKS',
  'The browser has ended its subscription. Open Cyno in that browser, and press “Turn on notifications here” in the profile again.':
    'เบราว์เซอร์นั้นเลิกรับการแจ้งเตือนแล้ว เปิด Cyno ในเบราว์เซอร์นั้น แล้วกด “เปิดการแจ้งเตือนที่นี่” ในโปรไฟล์อีกครั้ง',
  'The chat blocked or removed the account that sends messages. Unblock it there, or connect the chat again.':
    'แชตบล็อกหรือลบบัญชีที่ส่งข้อความ เลิกบล็อกในแชต หรือเชื่อมต่อแชตอีกครั้ง',
  'The server could not write the message.': 'เซิร์ฟเวอร์เขียนข้อความไม่ได้',
  'The contact was removed.': 'ช่องทางติดต่อถูกลบไปแล้ว',
  'It was over, acknowledged or repeated before it could be sent.':
    'หายแล้ว มีคนรับทราบแล้ว หรือมีการเตือนซ้ำไปแล้วก่อนที่จะส่งข้อความนี้ได้',
  'It was passed on. Their own channels and quiet hours count.': 'ส่งต่อแล้ว โดยใช้ช่องทางและช่วงเวลางดรบกวนของผู้รับ',
  'It was passed on, and is shown to them in the app only: they chose no channel for this severity.':
    'ส่งต่อแล้ว แต่จะเห็นในแอปเท่านั้น เพราะผู้รับไม่ได้เลือกช่องทางสำหรับความรุนแรงระดับนี้',
  'No device of this message is shared with them any more.': 'ไม่มีอุปกรณ์ในข้อความนี้ที่แบ่งปันให้คนนี้แล้ว',
  'They declined to be notified of what nobody acknowledges.': 'ผู้รับไม่ขอรับการแจ้งเตือนที่ยังไม่มีใครรับทราบ',
  'Their account cannot be used at the moment.': 'ตอนนี้ใช้บัญชีของผู้รับไม่ได้',
  'Their account was deleted.': 'บัญชีของผู้รับถูกลบแล้ว',
  'They got as many such messages as one person may get within an hour.':
    'ผู้รับได้รับข้อความแบบนี้ครบจำนวนที่หนึ่งคนรับได้ในหนึ่งชั่วโมงแล้ว',
  'It was acknowledged or over before it was passed on.': 'มีคนรับทราบหรือหายแล้วก่อนที่จะส่งต่อ',
  'What it is about is not shared with you any more.': 'สิ่งที่ข้อความนี้พูดถึงไม่ได้แบ่งปันให้คุณแล้ว',
  'Telegram took it.': 'Telegram รับไปแล้ว',
  'Telegram could not be reached.': 'ติดต่อ Telegram ไม่ได้',
  'Telegram takes no more messages for now (#).': 'Telegram ยังไม่รับข้อความเพิ่มในตอนนี้ (#)',
  'Telegram responded with #.': 'Telegram ตอบกลับด้วยรหัส #',
  'Telegram does not accept the token of this server’s bot.': 'Telegram ไม่รับโทเค็นบอตของเซิร์ฟเวอร์นี้',
  'Telegram does not accept the token of this server’s bot. Its administrator can set another TELEGRAM_BOT_TOKEN.':
    'Telegram ไม่รับโทเค็นบอตของเซิร์ฟเวอร์นี้ ผู้ดูแลระบบเปลี่ยนได้ด้วย TELEGRAM_BOT_TOKEN',
  'Telegram cannot be reached from this server at the moment.': 'ตอนนี้เซิร์ฟเวอร์นี้ติดต่อ Telegram ไม่ได้',
  'This server has no Telegram bot any more. Its administrator can set TELEGRAM_BOT_TOKEN.':
    'เซิร์ฟเวอร์นี้ไม่มีบอต Telegram แล้ว ผู้ดูแลระบบตั้งได้ด้วย TELEGRAM_BOT_TOKEN',
  'The group has become a larger one, and is tried there.': 'กลุ่มถูกเปลี่ยนเป็นกลุ่มใหญ่ กำลังลองส่งไปที่กลุ่มนั้น',
  'The bot was blocked or removed from the chat. Connect the chat again.': 'บอตถูกบล็อกหรือถูกลบออกจากแชต เชื่อมต่อแชตอีกครั้ง',
  'There is no bot.': 'ไม่มีบอต',
  'LINE took it.': 'LINE รับไปแล้ว',
  'LINE had taken it already.': 'LINE รับไปก่อนหน้านี้แล้ว',
  'LINE could not be reached.': 'ติดต่อ LINE ไม่ได้',
  'LINE takes no more messages for now (#).': 'LINE ยังไม่รับข้อความเพิ่มในตอนนี้ (#)',
  'LINE responded with #.': 'LINE ตอบกลับด้วยรหัส #',
  'LINE does not accept the access token of this server.': 'LINE ไม่รับโทเค็นการเข้าถึงของเซิร์ฟเวอร์นี้',
  'LINE does not accept the access token of this server. Its administrator can issue another one and set LINE_BOT_CHANNEL_TOKEN.':
    'LINE ไม่รับโทเค็นการเข้าถึงของเซิร์ฟเวอร์นี้ ผู้ดูแลระบบออกโทเค็นใหม่แล้วตั้งค่า LINE_BOT_CHANNEL_TOKEN ได้',
  'LINE does not let the official account send messages (#).': 'LINE ไม่ให้บัญชีทางการส่งข้อความ (#)',
  'LINE cannot be reached from this server at the moment.': 'ตอนนี้เซิร์ฟเวอร์นี้ติดต่อ LINE ไม่ได้',
  'LINE does not send messages to this server. Its administrator sets the webhook URL in the LINE Developers Console to the address of this server with /api/chats/line/webhook behind it.':
    'LINE ไม่ส่งข้อความมาที่เซิร์ฟเวอร์นี้ ผู้ดูแลระบบต้องตั้ง webhook URL ใน LINE Developers Console เป็นที่อยู่ของเซิร์ฟเวอร์นี้ต่อด้วย /api/chats/line/webhook',
  'LINE does not send messages to this server. Its administrator switches on “Use webhook” in the LINE Developers Console.':
    'LINE ไม่ส่งข้อความมาที่เซิร์ฟเวอร์นี้ ผู้ดูแลระบบต้องเปิด “Use webhook” ใน LINE Developers Console',
  'This server has no LINE official account any more. Its administrator can set LINE_BOT_CHANNEL_TOKEN.':
    'เซิร์ฟเวอร์นี้ไม่มีบัญชีทางการของ LINE แล้ว ผู้ดูแลระบบตั้งได้ด้วย LINE_BOT_CHANNEL_TOKEN',
  'The official account has sent as many messages as its plan at LINE has for this month (#).':
    'บัญชีทางการส่งข้อความครบตามแพ็กเกจของ LINE ในเดือนนี้แล้ว (#)',
  'There is no official account.': 'ไม่มีบัญชีทางการ',
  'The administrator of this server has not set this service up.': 'ผู้ดูแลเซิร์ฟเวอร์นี้ยังไม่ได้ตั้งค่าบริการนี้',
  'The service cannot be reached.': 'ติดต่อบริการนี้ไม่ได้',
  'Telegram accepts the token.': 'Telegram ยอมรับโทเค็น',
  'What is written to the bot comes to this server.': 'ข้อความที่ส่งถึงบอตมาถึงเซิร์ฟเวอร์นี้',
  'Telegram sends what is written to the bot to another program. Remove the token of the bot there, or make another bot with @BotFather.':
    'Telegram ส่งข้อความที่ส่งถึงบอตไปยังโปรแกรมอื่น ลบโทเค็นของบอตออกจากโปรแกรมนั้น หรือสร้างบอตใหม่กับ @BotFather',
  'Telegram takes no more requests for now (#). Try again later.': 'ตอนนี้ Telegram ยังไม่รับคำขอเพิ่ม (#) ลองใหม่ภายหลัง',
  'LINE accepts the access token.': 'LINE ยอมรับโทเค็นการเข้าถึง',
  'LINE reaches this server, and the channel secret is right.': 'LINE ติดต่อเซิร์ฟเวอร์นี้ได้ และ channel secret ถูกต้อง',
  'LINE sends its webhooks to another server. Set the webhook URL in the LINE Developers Console to the address of this server with /api/chats/line/webhook behind it.':
    'LINE ส่ง webhook ไปยังเซิร์ฟเวอร์อื่น ตั้ง webhook URL ใน LINE Developers Console เป็นที่อยู่ของเซิร์ฟเวอร์นี้ต่อด้วย /api/chats/line/webhook',
  'LINE reaches this server, but LINE_BOT_CHANNEL_SECRET is not the channel secret of the official account. Copy it from “Basic settings” in the LINE Developers Console.':
    'LINE ติดต่อเซิร์ฟเวอร์นี้ได้ แต่ LINE_BOT_CHANNEL_SECRET ไม่ใช่ channel secret ของบัญชีทางการนี้ คัดลอกจาก “Basic settings” ใน LINE Developers Console',
  'What LINE reaches at the webhook URL responded with an error (#). Set the address of this server with /api/chats/line/webhook behind it.':
    'ปลายทางที่ LINE ติดต่อตาม webhook URL ตอบว่าผิดพลาด (#) ตั้งเป็นที่อยู่ของเซิร์ฟเวอร์นี้ต่อด้วย /api/chats/line/webhook',
  'LINE does not reach this server (#). Its public name must lead here by HTTPS, with a certificate that browsers trust.':
    'LINE ติดต่อเซิร์ฟเวอร์นี้ไม่ได้ (#) ชื่อสาธารณะต้องนำมาที่นี่ด้วย HTTPS และใช้ใบรับรองที่เบราว์เซอร์เชื่อถือ',
  'LINE takes no more requests for now (#). Try again later.': 'ตอนนี้ LINE ยังไม่รับคำขอเพิ่ม (#) ลองใหม่ภายหลัง',
};
