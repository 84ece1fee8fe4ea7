/** Reasons of the sentences that schemas have of their own. */
const reasonOf = {
  'A colour looks like #rrggbb.': 'not_colour',
  'A file may have 50 MB.': 'file_too_large',
  'A letter, then at most 15 letters, digits or underscores.': 'plain_key',
  'A picture that is kept in the dashboard has at most 50 KB.': 'picture_too_large',
  'Add a condition.': 'add_condition',
  'Add what the scene sets.': 'scene_empty',
  'At least once.': 'at_least_once',
  'At most 15 steps can follow.': 'too_many_steps',
  'Choose a contact.': 'choose_contact',
  'Choose a date and time.': 'choose_date_time',
  'Choose a date.': 'not_date',
  'Choose a device.': 'choose_devices',
  'Choose a time of the day.': 'choose_time',
  'Choose a variable.': 'choose_variable',
  'Choose above or below.': 'choose_above_below',
  'Choose at least 5 minutes.': 'from_five_minutes',
  'Choose at least one column.': 'choose_column',
  'Choose at least one day.': 'choose_day',
  'Choose from 10 seconds to a week.': 'seconds_to_week',
  'Choose how much it matters.': 'choose_severity',
  'Choose how the values are compared.': 'choose_comparison',
  'Choose up to 90 days.': 'up_to_90_days',
  'Choose up to a day.': 'up_to_a_day',
  'Choose up to three hours before or after.': 'sun_offset',
  'Choose what a further start does.': 'choose_while_running',
  'Choose what is copied.': 'choose_copied',
  'Choose what it may do.': 'choose_offer',
  'Choose what the alert must be.': 'choose_alert_state',
  'Choose whether all conditions must hold, or any.': 'choose_conditions',
  'Choose whether one device is enough.': 'choose_match',
  'Copy the token as it is.': 'copy_token',
  'Give each button a word.': 'button_word',
  'Give the dashboard a name.': 'enter_name',
  'Letters, digits, - and _ only.': 'plain_letters',
  'Must be above the lowest.': 'max_above_min',
  'Name each day once.': 'day_twice',
  'Name each device once.': 'device_twice',
  'Name each output and event once.': 'target_twice',
  'Name the variable.': 'enter_name',
  'Say what it operates.': 'enter_title',
  'Say what the link is for.': 'enter_purpose',
  'Say whom it is for.': 'enter_guest',
  'That e-mail address is too long.': 'email_too_long',
  'That is not a host name.': 'not_host',
  'That is not a time zone, such as Asia/Bangkok.': 'not_time_zone',
  'That is not an e-mail address.': 'not_email',
  'That is not the name of a pin.': 'not_pin',
  'The blueprint is larger than 64 kB.': 'blueprint_too_large',
  'The end must be after the start.': 'end_before_start',
  'The file is empty.': 'file_empty',
  'The scale must not be 0.': 'scale_zero',
  'There is no such contact.': 'contact_gone',
  'Type a name.': 'enter_name',
  'Type a number above 0.': 'number_above_zero',
  'Type a number.': 'not_number',
  'Type a password.': 'enter_password',
  'Type a recovery code.': 'enter_recovery_code',
  'Type a value.': 'enter_value',
  'Type a word.': 'enter_word',
  'Type an address that begins with https://.': 'not_address',
  'Type an address with https://.': 'not_address',
  'Type how long, up to a day.': 'enter_length',
  'Type the address of a topic, such as https://ntfy.sh/my-topic.': 'enter_topic',
  'Type the name of the event.': 'enter_name',
  'Type the number to compare with.': 'enter_threshold',
  'Type the six digits of the code.': 'six_digits',
  'Type the token of the application.': 'enter_app_token',
  'Type what the message says.': 'enter_message',
  'Use letters, digits and signs in one line.': 'one_line',
  'Use letters, digits and signs.': 'letters_only',
  'Wait from 1 second to a day.': 'wait_range',
  'Write the note.': 'enter_note',
  '`from` must be before `to`.': 'end_before_start',
} as const;

/** The reasons of the sentences that schemas have of their own, by these. */
export const fieldReasonOf: Readonly<Record<string, (typeof reasonOf)[keyof typeof reasonOf]>> = reasonOf;

/** What is wrong with a field, where a client has a sentence in the language of its reader, and the values that the sentence needs. */
export type FieldValues = Record<(typeof reasonOf)[keyof typeof reasonOf], Record<never, never>> & {
  above: { min: number };
  number_too_small: { min: number };
  number_too_large: { max: number };
  below: { max: number };
  invalid: Record<never, never>;
  multiple_of: { step: number };
  not_option: Record<never, never>;
  not_whole: Record<never, never>;
  required: Record<never, never>;
  too_few: { min: number };
  too_long: { max: number };
  too_many: { max: number };
  too_short: { min: number };
};
export type FieldReason = keyof FieldValues;
