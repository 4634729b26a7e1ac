import type { IconName } from "../ui/icons";

/** Something to do at the table, besides cards and board: a button beside the hand, or one of the dock on phones. */
export interface Tool {
  name: string;
  icon: IconName;
  label: string;
  run: () => void;
  /** For a button that stays down. */
  pressed?: boolean;
  /** It asks for action. */
  brass?: boolean;
  /** The action that it takes at once. */
  action?: string;
  /** A small number on it. */
  count?: number;
}
