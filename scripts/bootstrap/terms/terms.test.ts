import { expect, test } from 'vitest';
import { names } from './term-list.mjs';
import { findIn } from './terms.mjs';

const found = (path: string, text: string) => findIn(path, text).map(({ line, word }) => `${line} ${word}`);

test('names are found where they are declared and used', () => {
  const text =
    "import { describeWish } from './wishes.ts';\nconst shownRows = { leaf: 1 };\nfunction logIn(mostRows = 1) {}\n";
  expect(found('a.ts', text)).toEqual(['1 describeWish', '2 shownRows', '2 leaf', '3 logIn', '3 mostRows']);
});

test('a name of the API or the database may be a property, and a variable when it is more than one word', () => {
  expect(found('a.ts', 'const x = { act: 1 }; x.act; const { act: action, answeredAt } = x;')).toEqual([]);
  expect(found('a.ts', 'const act = 1; export const x = { act };')).toEqual(['1 act', '1 act']);
});

test('a name that neither has is found as a property too', () => {
  expect(found('a.ts', 'const x = { wish: 1, toldAt: 2 }; x.seal;')).toEqual(['1 wish', '1 toldAt', '1 seal']);
});

test('names of libraries are left alone', () => {
  expect(found('a.ts', "import { Outlet } from 'react-router';")).toEqual([]);
});

test('words that only contain one are left alone', () => {
  expect(
    found('a.ts', 'const logInfo = lookup(background, keepAlive, action, requireUserVerification, answer42);'),
  ).toEqual(['1 answer42']);
});

test('comments are found, but not what they quote', () => {
  const text = '/** Tells `leaf` apart. */\nconst a = 1; // see "as told" at https://example.com/answers\n';
  expect(found('a.ts', text)).toEqual(['1 “Tells”']);
});

const compounds = [
  'secondStepTicket',
  'afterLogIn',
  'signUpPage',
  'rolledUpAt',
  'rollOut',
  'reUsed',
  'inTurn',
  'canGoOnHere',
  'takeBack',
];

test.each([...Object.keys(names).flatMap((words) => words.split(' ')), ...compounds])(
  'the name %s is found',
  (name) => {
    expect(found('a.ts', `const ${name} = 1;`)).toEqual([`1 ${name}`]);
  },
);

test.each([
  'a wish of a client',
  'acts at once',
  'the words of a button',
  'its look',
  'is kept for a day',
  'tells the owner',
  'says so',
  'asks again',
  'answers late',
  'one sitting',
  'news of other servers',
  'the second step',
  'is taken back',
  'is made anew',
  'goes on',
  'whoever comes',
  'wherever it is',
  'of late',
  'for the moment',
  'a log-in',
  're-used',
])('the comment “%s” is found', (comment) => {
  expect(found('a.ts', `// It ${comment}.\n`)).toHaveLength(1);
});

test('style sheets have names and comments too', () => {
  expect(found('a.css', '/* Made anew. */\n.offer-acts {\n  --asked: 1px;\n}\n')).toEqual([
    '1 “anew”',
    '2 offer-acts',
    '3 asked',
  ]);
});
