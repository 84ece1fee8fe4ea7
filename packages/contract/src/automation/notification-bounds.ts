/** What bounds the messages to one person; what is above waits and becomes one message. */
export const notificationBounds = {
  messagesPerHour: 60,
  /** Of these; the others are for what is critical. */
  lesserMessagesPerHour: 45,
  /** What happens within this time after the first is one message. */
  togetherSeconds: 15,
  /** What happens at once in more groups of devices is one message: it has a cause that they have in common. */
  groupsApart: 3,
  /** What nobody acknowledges is repeated for so long. */
  repeatHours: 24,
} as const;
