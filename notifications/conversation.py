"""What a person says for an agent's thread becomes a message there and then: in the transaction that decides it."""

from notifications.models import Instruction, ThreadMessage
from worker import enqueue, ids


def say(instruction: Instruction) -> ThreadMessage:
    """The message, with its canonical id, and the job that posts it; a taken id is minted again (W28)."""

    def insert(message_id: str) -> ThreadMessage:
        return ThreadMessage.objects.create(
            message_id=message_id,
            proposal_id=instruction.proposal_id,
            instruction=instruction,
            post_key=f"instruction-{instruction.pk}",
        )

    message = ids.with_fresh_id(insert)
    enqueue("post_instruction", {"message": message.pk}, key=f"message:{message.pk}")
    return message
