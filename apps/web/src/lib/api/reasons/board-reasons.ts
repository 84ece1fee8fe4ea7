import { plural, t } from '@lingui/core/macro';
import { namesInLanguage } from './names-in-language.ts';
import type { ReasonTexts } from './reason-texts.ts';

/** Of boards, pairing, control and firmware. */
export const boardReasons = {
  board_free: () => t`This board belongs to no other account. Accept it.`,
  virtual_board: () => t`A virtual board stays in the account that started it.`,
  key_missing: () => t`The board must use your connection key. Put it into the sketch and upload it again.`,
  claimed_already: () => t`You already claimed this board.`,
  claim_refused: () => t`This claim was refused in the last 30 days. Contact the administrator of this server.`,
  claimed_by_others: () => t`Other people claim this board too. Contact the administrator of this server.`,
  claim_disputed: () => t`An administrator is already deciding on this claim.`,
  claimant_full: () => t`The account that claims this board has no room for another device.`,
  pin_impossible: ({ pin }) => t`This board cannot do this with pin ${pin}. Choose another pin or value.`,
  event_invalid: () =>
    t`Name an event with 1 to 32 characters and give it a value of up to 64, without colons, commas or line breaks.`,
  commands_too_fast: ({ perSecond }) => t`A board takes at most ${perSecond} commands a second. Try again in a moment.`,
  other_board_kind: ({ name }) => t`“${name}” is another kind of board. Choose boards of the same kind.`,
  chip_known: () => t`The ID of this board already says which chip it has.`,
  uploads_busy: () => t`Other uploads are running. Try again when they are done.`,
  board_updating: ({ name }) => t`“${name}” is already being updated.`,
  boards_updating: () => t`One of these boards is already being updated.`,
  device_paused_by_plan: ({ name }) => t`“${name}” is paused because your plan has no room for it.`,
  group_in_maintenance: () => t`A maintenance window of this group runs or is planned. End or delete it first.`,
  group_in_use: ({ names, more }) =>
    more > 0
      ? t`This group is used by ${{ names: namesInLanguage(names) }} and ${more} more. Change or delete them first.`
      : t`This group is used by ${{ names: namesInLanguage(names) }}. Change or delete that first.`,
  image_for_other_chip: ({ name }) => t`“${name}” has another chip than this image is for.`,
  virtual_boards_of_network: ({ max }) =>
    t`${max} virtual boards already run from your network. Stop one, or try again later.`,
  too_many_tags: ({ max }) => plural(max, { other: 'A device has at most # tags.' }),
  virtual_boards_full: ({ max }) => t`All ${max} virtual boards are in use. Try again later.`,
  image_unpackable: () => t`The compressed file is damaged, or larger than 16 MB when unpacked.`,
  image_compressed: () => t`Only an ESP8266 can unpack a compressed image. Upload the .bin file itself.`,
  image_merged: () =>
    t`This is a merged image for the first flash by cable. Upload the file without “merged” in its name, such as sketch.ino.bin or firmware.bin.`,
  image_partitions: () => t`This is a partition table. Upload the sketch itself, such as sketch.ino.bin.`,
  image_unknown: () => t`This is no firmware of an ESP board. Upload the .bin file of your build.`,
  image_no_sketch: () =>
    t`This file holds no sketch; it may be the bootloader. Upload sketch.ino.bin of the Arduino IDE or firmware.bin of PlatformIO.`,
  image_too_long: () => t`The file continues after the end of the image. Upload the file as the build made it.`,
  image_cut_off: () => t`The file is cut off. Build or download it again.`,
  image_damaged: () => t`The file is damaged. Build or download it again.`,
} satisfies Partial<ReasonTexts>;
