/** The lines that the server itself writes into the log of a device; `{}` holds the name of a value. */
export const en = {
  connected: 'connected from {address}',
  accepted: 'accepted; connected from {address}',
  started: 'the board has started',
  closed: 'the board said goodbye',
  lost: 'the connection broke',
  timeout: 'the board went silent',
  protocol_error: 'the board sent a malformed packet',
  not_stored: 'a message could not be stored, so the connection was closed; the board sends it again when it is back',
  too_much:
    'the board sent more than one connection may for 10 seconds, so the connection was closed; let it send less',
  kicked: 'the server ended the connection',
  shutdown: 'the server stopped',
  paused:
    'paused: the plan has no room for this device, so nothing that it sends is stored or shown; choose it as active on the plan page, or change to a larger plan',
  active: 'active again',
  two_boards:
    'two boards use this id: the one at {there} stays connected, the one at {heldOff} is held off; switch one of them off, or give its program an id of its own',
  not_used: 'Acknowledged, not used: {topic}',
  signal: 'signal {rssi} dBm',
  wifi: 'Wi-Fi "{ssid}"',
  firmware: 'firmware {version}',
  joined_window: 'joined from {address} while the Add device window was open',
  joined_key: 'joined from {address} with the connection key',
  joined_token: 'joined from {address} with an access token',
  refused_no_key: 'refused a connection from {address}: it came without the connection key',
  refused_claimed: 'refused a connection from {address}: another account claims this id',
  handed_over: 'handed over by {owner}: its board must come with the e-mail and key of its new owner',
  claimed: 'another account says that it holds this board; see its page for what you can do',
  refusals_left_out: '{count} refused connections left out',
  lines_left_out: '{count} lines left out',
  update_requested: 'update to {image} asked for by {user}',
  update_fetching: 'the board fetches {image}, {bytes} bytes',
  update_fetching_after: 'the board fetches {image}, {bytes} bytes; so far it ran {before}',
  update_offered: 'the board is told to fetch {image}',
  update_missed: 'the board left before it could be told',
  update_fetched: 'the board has the whole image and restarts',
  update_stranger: 'somebody who is not this board asked for its image and was refused',
  update_succeeded: 'update to {image} succeeded',
  update_succeeded_but: 'update to {image} succeeded: {remark}',
  update_failed: 'update to {image} failed: {reason}',
  update_cancelled: 'update to {image} cancelled: {reason}',
  import_done: 'imported {name}: {added} points added, {changed} changed',
  import_cancelled: 'the import of {name} was cancelled: {added} points added, {changed} changed',
  import_continued:
    'the import of {name} continues after a restart of the server: {added} points added, {changed} changed until then',
  import_interrupted: 'the import of {name} was interrupted: {added} points added, {changed} changed',
  import_stopped: 'the import of {name} stopped: {added} points added, {changed} changed',
} as const;

/** Lines beside what boards and people sent themselves, by their kind: only these are reworded there. */
export const orders = {
  reboot: 'reboot, asked for by {user}',
  reset: 'reset, asked for by {user}',
} as const;
export const automations = {
  reads: '{name} was switched off: it reads {espid}, which another account has now',
  reads_other: '{name} was switched off: it reads a device of another account',
  runs_scene: '{name} was switched off: it runs a scene, which another account has now',
  reads_alert_rule: '{name} was switched off: it reads an alert rule, which another account has now',
  watches_devices: '{name} was switched off: it watches devices, which another account has now',
} as const;
export const messages = { from_app: 'an app published to {topic}: {problem}' } as const;
