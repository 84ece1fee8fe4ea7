const espidPattern = /^(?!\.{1,2}$)[A-Za-z0-9 ()._-]{1,64}$/;
/** The ids that the public library derives from the chip: `ESP8266-<chip id>_<MAC>` and `<model>-<revision>_<hex>`. */
const libraryIdPattern = /^(?:ESP8266-\d{1,8}_[0-9A-F]{12}|[A-Za-z0-9() -]{3,24}-\d{1,3}_[0-9a-f]{1,8})$/;

/** Splits `/<espid>/<subtopic>`; undefined for any other topic, also for the empty one that a fresh chip publishes. */
export function parseTopic(topic: string): { espid: string; subtopic: string } | undefined {
  if (topic.charCodeAt(0) !== 47) return undefined;
  const end = topic.indexOf('/', 1);
  if (end < 0 || end === topic.length - 1) return undefined;
  const espid = topic.slice(1, end);
  return espidPattern.test(espid) ? { espid, subtopic: topic.slice(end + 1) } : undefined;
}

/** The topic `/<espid>/<subtopic>`. */
export const boardTopic = (espid: string, subtopic: string): string => `/${espid}/${subtopic}`;

/** Checks whether an id is one that the public library makes; other MQTT clients may call themselves what they like. */
export const isLibraryBoardId = (espid: string): boolean => libraryIdPattern.test(espid);
