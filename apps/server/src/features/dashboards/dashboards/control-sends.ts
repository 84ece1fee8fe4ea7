import type { WidgetContent, WidgetTarget } from '@cyno/contract';

/** What a control can send, and to what; two controls that send the same may stand for each other. */
export function sendsOf(content: Extract<WidgetContent, { target: WidgetTarget }>) {
  const { target, type } = content;
  const place = target.kind === 'output' ? [target.pin, target.mode] : [target.name];
  const values =
    'options' in content
      ? content.options.map(({ value }) => value)
      : 'min' in content
        ? [content.min, content.max]
        : 'value' in content
          ? [content.value]
          : 'format' in content
            ? [content.format]
            : [];
  return [type, target.kind, place, values] as const;
}
