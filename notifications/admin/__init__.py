"""What operators see and do."""

from notifications.admin import agent_mail, asks, conversation, holds, news, notices, outgoing, webhooks

__all__ = ["agent_mail", "asks", "conversation", "holds", "news", "notices", "outgoing", "webhooks"]
