import { expect, test } from 'vitest';
import { scrub, secretsOf } from './scrub.ts';

test.each([
  ['mail to ann.o-neil+x@mail.example.com failed', 'mail to [e-mail] failed'],
  ['connect postgres://cyno:s3cret@db.example:5432/cyno failed', 'connect postgres://[redacted] failed'],
  ['from 192.168.1.20 and fe80::1ff:fe23:4567:890a', 'from [address] and [address]'],
  ['at f (file:///home/ann.oneil/cyno/a.ts:3:1)', 'at f (file:///home/[user]/cyno/a.ts:3:1)'],
  ['C:\\Users\\Ann\\cyno', 'C:\\Users\\[user]\\cyno'],
  ['C:\\\\Users\\\\Ann Oneil\\\\cyno', 'C:\\\\Users\\\\[user]\\\\cyno'],
  ['webdavs://nas.ann.example/private failed', 'webdavs://[address] failed'],
  ['POST https://ntfy.example/anns-alarm failed', 'POST https://[address] failed'],
  ['getaddrinfo ENOTFOUND nas.ann.example', 'getaddrinfo ENOTFOUND [address]'],
  ['authorization: Bearer abcdefgh12345678', 'authorization: Bearer [redacted]'],
  ['cyno_pat_1', '[redacted]'],
  ['/auth/reset?token=abc&x=1', '/auth/reset?token=[redacted]&x=1'],
  ['user/K7QM-2XFD-9HTB', 'user/[redacted]'],
  ['hash 9f86d081884c7d659a2feaa0c55ad015', 'hash [redacted]'],
  ['nodejs_eventloop_lag_p50_seconds 0.01', 'nodejs_eventloop_lag_p50_seconds 0.01'],
  ['at file.ts:39:34 in 12:30:45', 'at file.ts:39:34 in 12:30:45'],
  [
    'cyno_certificate_expiry_timestamp_seconds{certificate="mqtt"} 1772323200',
    'cyno_certificate_expiry_timestamp_seconds{certificate="mqtt"} 1772323200',
  ],
])('%s', (text, clean) => {
  expect(scrub(text, [])).toBe(clean);
});

test('secrets of the settings are hidden wherever they stand, whole and in parts', () => {
  const secrets = secretsOf({
    mail: { url: 'smtp://user%40corp:p%2Fass-7@mx.corp.example:25' },
    token: 'opensesame',
    none: null,
  });
  const text = 'user@corp p/ass-7 p%2Fass-7 mx.corp.example opensesame and openness';
  expect(scrub(text, secrets)).toBe('[redacted] [redacted] [redacted] [redacted] [redacted] and openness');
});
