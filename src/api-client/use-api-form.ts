import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type DefaultValues, type FieldError, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { FormState } from '#src/ui/form-state.ts';
import { clearToasts, toast } from '#src/ui/toast.ts';
import { ApiError } from './api-request.ts';

type Options<Values extends FieldValues> = {
  schema: z.ZodType<Values, Values>;
  defaults: Values;
  /** The state that the server rendered, when the form was posted without JavaScript. */
  posted?: FormState | undefined;
  /** @throws ApiError for errors to show in the form */
  send: (values: Values) => Promise<void>;
  /** Title of the toast for an ApiError. */
  failTitle: string;
  /** Text of the toast when a field is blank. */
  blankText?: string;
  /** Error codes that the page shows itself: no toast for these. */
  shown?: readonly string[];
  /** Success navigates away: the form stays busy until then. */
  leaves?: boolean;
};

/** An error of the form as a whole. */
export type FormFailure = { code: string; text: string };

/**
 * A form that is validated in the browser and submitted to the API. Errors appear at their fields and as a toast. Input is never
 * lost, and the form cannot be submitted twice at once.
 */
export function useApiForm<Values extends FieldValues>({
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
  const [failure, setFailure] = useState<FormFailure | null>(posted ? { code: posted.code, text: posted.message } : null);
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
        if (!(error instanceof ApiError)) throw error;
        showError(error);
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

  function showError(error: ApiError): void {
    setFailure({ code: error.code, text: error.message });
    const known = Object.entries(error.fields).filter(([name]) => name in defaults);
    for (const [position, [name, messages]] of known.entries()) {
      const types = Object.fromEntries(messages.map((message, index) => [`server${index}`, message]));
      form.setError(name as Path<Values>, { type: 'server', message: messages[0] ?? '', types }, { shouldFocus: position === 0 });
    }
    if (shown?.includes(error.code)) return;
    void toast({ title: failTitle, text: error.message, wrong: true });
  }

  /** Preserves what was typed or autofilled before hydration. */
  function registerWithInput(name: Path<Values>) {
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
    /** Props for a Field component. */
    field: (name: Path<Values>) => ({
      ...registerWithInput(name),
      autoFocus: submitCount === 0 && name === firstWrong,
      // Used without JavaScript only.
      defaultValue: String(posted?.values[name] ?? defaults[name] ?? ''),
      problems: submitCount === 0 ? posted?.problems[name] : messagesOf(errors[name] as FieldError | undefined),
    }),
    form,
  };
}

function messagesOf(error: FieldError | undefined): string[] {
  if (error === undefined) return [];
  const all = Object.values(error.types ?? {}).flat();
  const messages = [error.message, ...all].filter((each): each is string => typeof each === 'string' && each !== '');
  return [...new Set(messages)];
}
