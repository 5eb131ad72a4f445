import type { Ref } from 'react';

type Props = {
  field: Ref<HTMLTextAreaElement>;
  value: string;
  onChange: (html: string) => void;
  onLeave: () => void;
  describedBy?: string | undefined;
  isInvalid?: boolean | undefined;
};

/** Field for the HTML source of the tale. */
export function SourceField({ field, value, onChange, onLeave, describedBy, isInvalid }: Props) {
  return (
    <textarea
      ref={field}
      className="editor-source"
      rows={10}
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      aria-label="Content, as HTML"
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onLeave}
    />
  );
}
