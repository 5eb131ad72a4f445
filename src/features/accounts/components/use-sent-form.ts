import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type DefaultValues, type FieldError, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { FormState } from '#src/ui/form-state.ts';
import { clearToasts, toast } from '#src/ui/toast.ts';
import { Refused } from './send.ts';

type Options<Values extends FieldValues> = {
  /** The same rules that the server has. */
  schema: z.ZodType<Values, Values>;
  defaults: Values;
  /** What the page was drawn with, when the form had been posted without scripts. */
  posted?: FormState | undefined;
  /** Does it. Throws Refused for what the reader can mend. */
  send: (values: Values) => Promise<void>;
  /** Title of the toast when the server refuses. */
  failTitle: string;
  /** Text of the toast when a field was left blank. */
  blankText?: string;
  /** Codes of refusals that the page itself shows: no message comes beside it. */
  shown?: readonly string[];
  /** True when success leads to another page: until it is there the form stays busy. */
  leaves?: boolean;
};

/** What is wrong with the whole form. */
export type Failure = { code: string; text: string };

/**
 * A form that is judged here, sent by the API, and says what is wrong by field and as a toast; nothing typed is lost. While it is
 * on its way it cannot be sent again.
 */
export function useSentForm<Values extends FieldValues>({
  schema,
  defaults,
  posted,
  send,
  failTitle,
  blankText,
  shown,
  leaves,
}: Options<Values>) {
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { ...defaults, ...posted?.values } as DefaultValues<Values>,
    criteriaMode: 'all',
  });
  const [failure, setFailure] = useState<Failure | null>(posted ? { code: posted.code, text: posted.message } : null);
  const [isLeaving, setLeaving] = useState(false);
  const { errors, isSubmitting, submitCount } = form.formState;
  const isBusy = isSubmitting || isLeaving;
  const firstWrong = Object.keys(defaults).find((name) => posted?.problems[name] !== undefined);

  const submit = form.handleSubmit(
    async (values) => {
      setFailure(null);
      void clearToasts();
      try {
        await send(values);
        if (leaves) setLeaving(true);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        showRefusal(error);
      }
    },
    async (wrong) => {
      const first = Object.values(wrong)
        .map((each) => each?.message)
        .find((message) => typeof message === 'string');
      const isBlank = Object.keys(wrong).some((name) => String(form.getValues(name as Path<Values>) ?? '').trim() === '');
      await toast({ title: 'Error', text: (isBlank ? blankText : undefined) ?? String(first ?? ''), wrong: true });
    },
  );

  function showRefusal(error: Refused): void {
    setFailure({ code: error.code, text: error.message });
    const known = Object.entries(error.fields).filter(([name]) => name in defaults);
    for (const [at, [name, sentences]] of known.entries()) {
      const types = Object.fromEntries(sentences.map((sentence, index) => [`server${index}`, sentence]));
      form.setError(name as Path<Values>, { type: 'server', message: sentences[0] ?? '', types }, { shouldFocus: at === 0 });
    }
    if (shown?.includes(error.code)) return;
    void toast({ title: failTitle, text: error.message, wrong: true });
  }

  /** Keeps what was typed, or filled in by the browser, before the scripts were there. */
  function withTyped(name: Path<Values>) {
    const registered = form.register(name);
    const ref = (input: { value: string } | null) => {
      const typed = input?.value ?? '';
      registered.ref(input);
      if (typed !== '' && typed !== form.getValues(name)) form.setValue(name, typed as never);
    };
    return { ...registered, ref };
  }

  return {
    failure,
    isBusy,
    onSubmit: isBusy ? (event: { preventDefault(): void }) => event.preventDefault() : submit,
    /** What a Field takes for this name. */
    field: (name: Path<Values>) => ({
      ...withTyped(name),
      autoFocus: submitCount === 0 && name === firstWrong,
      // For who has no scripts; with them the form library keeps the value.
      defaultValue: String(posted?.values[name] ?? defaults[name] ?? ''),
      problems: submitCount === 0 ? posted?.problems[name] : sentencesOf(errors[name] as FieldError | undefined),
    }),
    form,
  };
}

function sentencesOf(error: FieldError | undefined): string[] {
  if (error === undefined) return [];
  const all = Object.values(error.types ?? {}).flat();
  const sentences = [error.message, ...all].filter((each): each is string => typeof each === 'string' && each !== '');
  return [...new Set(sentences)];
}
