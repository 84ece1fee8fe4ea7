/** What bounds the messages to one person; what is above waits and becomes one message. */
export const notificationBounds = {
  messagesPerHour: 60,
  /** Of these; the others are for what is critical. */
  lesserMessagesPerHour: 45,
  /** Of these; the others are for what is new. */
  repetitionsPerHour: 30,
  /** What happens within this time after the first is one message. */
  togetherSeconds: 15,
  /** What happens at once in more groups of devices is one message: it has a cause that they have in common. */
  groupsApart: 3,
  /** What nobody acknowledges is repeated for so long. */
  repeatHours: 24,
  /** What others pass on to one person because nobody acknowledged it: from one of them, and from all. What is above is not passed on. */
  escalatedPerHourOfOne: 10,
  escalatedPerHour: 20,
  /** What others pass on waits, its repetitions too, where the person got so many messages within an hour: the others are for their own. */
  messagesPerHourForEscalated: 30,
  /** So many people a policy may name. */
  peopleOfPolicy: 20,
} as const;
