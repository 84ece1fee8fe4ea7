/** Why an update of firmware waits, came to nothing, or is not quite sure. */
export const en = {
  device_deleted: 'The device was deleted.',
  handed_over: 'The device was handed over to another account.',
  device_paused: 'The device is paused because your plan has no room for it.',
  board_offline: 'The board is offline. It is updated when it is back within {hours} hours.',
  after_first: 'The first board must report success before.',
  starts_soon: 'It starts in a moment.',
  stopped_by: 'Stopped by {user}.',
  other_failed: 'The update of {device} failed first.',
  not_online: 'The board was not online for 24 hours.',
  not_fetched:
    'The board did not fetch the image within a minute. Boards ask https://cynoiot.com: that name must lead to this server in the network of the board.',
  never_fetched:
    'The board reported that the update failed, and it never asked this server for the image. Boards ask https://cynoiot.com: that name must lead to this server in the network of the board.',
  failed: 'The board reported that the update failed. It runs what it ran before.',
  no_room:
    'The image has {bytes} bytes and the board has room for {free}. Choose a partition scheme with two larger applications, or make the sketch smaller.',
  other_flash:
    'The image was built for {built} KB of flash memory and the board has {has} KB. Choose the right flash size and build it again.',
  connection_broke: 'The connection broke after {percent} % of the image. The board runs what it ran.',
  too_long: 'The download took longer than 30 minutes and had come to {percent} %.',
  stood_still: 'The download stood still for 3 minutes at {percent} %.',
  not_back: 'The board has the whole image but did not come back within 3 minutes.',
  not_reported:
    'The board has the whole image and came back, but did not report that it runs it. It probably runs what it ran.',
  cannot_report: 'The board came back. Its firmware is too old to report the result.',
  back_with: 'The board came back with version {version} of the library, without reporting the result.',
} as const;
